#include "pj/runner/combination.h"

#include "pj/core/files.h"
#include "report_writer.h"

namespace pj {

std::string write_combination(const Combination& combination, const std::vector<Sweep>& members,
                              const std::filesystem::path& folder) {
  MemberResults found;
  TaskCount tasks;
  for (const Sweep& member : members) {
    found.emplace(member.experiment().id, member.results());
    for (const SweepTask& task : member.tasks()) {
      ++tasks.all;
      tasks.done += task.done ? 1 : 0;
    }
  }
  Results results(combination.table.columns);
  for (const Record& record : combination.rows(found)) results.add(record);
  std::filesystem::create_directories(folder);
  const FolderLock lock(folder, LockWait::kWait);
  return write_report(combination.table, Arguments(combination.table.settings), results, tasks,
                      folder);
}

}  // namespace pj
