# Everything is built by CMake in build/; these are the short names. `make help` lists them.
SHELL := /bin/bash
JOBS ?= $(shell nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 1)
CMAKE ?= cmake
# Not detect_stack_use_after_return: GCC 12 then breaks the large braced initialisers of the experiments.
SANITIZER_OPTIONS = ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1 \
                    UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
CLANG_FORMAT ?= $(firstword $(shell command -v clang-format-14 clang-format 2>/dev/null))
FORMATTED = $(shell find src include tests experiments \( -name '*.h' -o -name '*.cpp' \) 2>/dev/null)

.PHONY: help deps build test sanitize lint demo bench clean
.DEFAULT_GOAL := help

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 18

deps: ## install what the build needs (Debian, Ubuntu), or say what is missing
	@tools/install_deps.sh

build: deps ## compile build/pjrope and the tests
	@$(CMAKE) -S . -B build $(CMAKE_FLAGS)
	@$(CMAKE) --build build --parallel $(JOBS)

test: build ## build and run every test
	@ctest --test-dir build --output-on-failure --parallel $(JOBS)

sanitize: deps ## the same tests under AddressSanitizer and UndefinedBehaviorSanitizer
	@$(CMAKE) -S . -B build-sanitize -DPJ_SANITIZE=ON -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O1 $(CMAKE_FLAGS)
	@$(CMAKE) --build build-sanitize --parallel $(JOBS)
	@$(SANITIZER_OPTIONS) ctest --test-dir build-sanitize --output-on-failure --parallel $(JOBS)

lint: ## check the layout of every C++ file with clang-format 14
	@test -n "$(CLANG_FORMAT)" || { echo "lint: clang-format is missing; run 'make deps'" >&2; exit 1; }
	@$(CLANG_FORMAT) --dry-run --Werror $(FORMATTED) && echo "lint: $(words $(FORMATTED)) files are formatted"

demo: build ## train, evaluate and report something small, from nothing, in minutes
	@tools/demo.sh

bench: build ## measure this machine
	@build/pjrope bench

clean: ## remove every build tree
	@rm -rf build build-*
