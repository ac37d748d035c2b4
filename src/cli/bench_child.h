#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace pj {

/// Measured numbers by name, each with one sample or more.
using Samples = std::map<std::string, std::vector<double>>;

/// Runs `measure` in a child process and returns what it measured. So its peak memory is its own,
/// and its pools and threads start anew. Throws Error with the child's message if it fails.
///
/// The child is a fork of this process, which therefore must not have started threads: nothing the
/// bench calls outside a child may compute in parallel.
Samples measure_in_child(const std::function<Samples()>& measure);

/// Largest resident size of this process so far in MB (10^6 bytes), or NaN where the system does
/// not tell.
double peak_resident_mb();

/// Wall time in seconds of this program run with other words, from before it is started to its end;
/// its standard output is dropped. Throws Error if it does not exit with 0.
double seconds_of_command(const std::vector<std::string>& words);

}  // namespace pj
