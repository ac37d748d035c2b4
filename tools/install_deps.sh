#!/usr/bin/env bash
# Installs what the build, the tests and `make lint` need. On Debian and Ubuntu it asks apt for what is
# missing and is done in a second when nothing is; elsewhere it says what to install.
set -euo pipefail

says() { printf 'deps: %s\n' "$*"; }
has_program() { command -v "$1" >/dev/null 2>&1; }

# What must be there, whatever installed it.

compiler() { for each in "${CXX:-}" c++ g++ clang++; do [ -n "$each" ] && has_program "$each" && echo "$each" && return; done; }

# Whether a source that includes a header compiles; finds headers wherever the compiler does.
has_header() {
  local cxx
  cxx=$(compiler) || return 1
  [ -n "$cxx" ] && printf '#include <%s>\n' "$1" | "$cxx" -std=c++20 -fsyntax-only -x c++ - >/dev/null 2>&1
}

has_library() { has_program pkg-config && pkg-config --exists "$1"; }

has_openblas() {
  has_library openblas && return
  local cxx
  cxx=$(compiler) || return 1
  [ -n "$cxx" ] && echo 'int main() {}' | "$cxx" -x c++ - -x none -lopenblas -o /dev/null >/dev/null 2>&1
}

missing_parts() {
  [ -n "$(compiler)" ] || echo "a C++20 compiler (GCC 12 or Clang 14, or newer)"
  has_program cmake || echo "CMake 3.25 or newer"
  has_program make || echo "make"
  has_program pkg-config || echo "pkg-config"
  has_openblas || echo "OpenBLAS with its headers"
  has_header cxxopts.hpp || echo "cxxopts (header)"
  has_header doctest/doctest.h || echo "doctest (header)"
  has_header nlohmann/json.hpp || echo "nlohmann-json (header)"
  has_library libzstd || echo "libzstd with its headers"
  has_program zstd || echo "the zstd program"
}

# Debian and Ubuntu.

installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }
available() { apt-cache policy "$1" 2>/dev/null | sed -n 's/^ *Candidate: //p' | grep -qv '(none)'; }
have_lists() { compgen -G '/var/lib/apt/lists/*Packages*' >/dev/null; }

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif has_program sudo; then
    sudo -n true 2>/dev/null || says "sudo may ask for your password"
    sudo "$@"
  else
    says "run as root, or install sudo: $*" >&2
    return 1
  fi
}

apt_install() { as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends -qq "$@" </dev/null >/dev/null; }

required_packages() {
  [ -n "$(compiler)" ] || echo g++
  local package
  for package in cmake make pkg-config libcxxopts-dev doctest-dev libzstd-dev zstd nlohmann-json3-dev; do
    installed "$package" || echo "$package"
  done
  installed libopenblas-openmp-dev || installed libopenblas-pthread-dev || installed libopenblas-serial-dev ||
    installed libopenblas-dev || echo libopenblas-openmp-dev
}

# pkg-config is a virtual name where pkgconf replaced it, so a program on the path counts as installed.
drop_programs_on_path() {
  local package
  while read -r package; do
    case $package in
      cmake | make | pkg-config | zstd) has_program "$package" || echo "$package" ;;
      *) echo "$package" ;;
    esac
  done
}

optional_packages() {
  installed bible-kjv || echo bible-kjv
  installed openttd-openmsx || echo openttd-openmsx
  has_program gnuplot || echo gnuplot-nox
  has_program clang-format-14 || { clang-format --version 2>/dev/null | grep -q "version 14\."; } || echo clang-format-14
}

purpose() {
  case $1 in
    bible-kjv) echo "its text is a corpus of the demo and of some tests" ;;
    openttd-openmsx) echo "its music is a corpus of the demo and of some tests" ;;
    gnuplot-nox) echo "it draws the figures" ;;
    clang-format-14) echo "'make lint' needs it" ;;
  esac
}

install_required() {
  local package
  # Lists may be absent, as in a fresh container.
  for package in "$@"; do
    if ! available "$package"; then
      as_root apt-get update -qq || return
      break
    fi
  done
  says "installing $*"
  # Lists may be old, so that a file they name is gone.
  apt_install "$@" || { as_root apt-get update -qq && apt_install "$@"; }
}

# Never worth a failure, a password, or a fresh download of the lists on every build.
install_optional() {
  local package quietly=no
  if [ "$(id -u)" -eq 0 ] || sudo -n true 2>/dev/null; then quietly=yes; fi
  if [ $quietly = yes ] && ! have_lists; then as_root apt-get update -qq || true; fi
  for package in "$@"; do
    if ! available "$package"; then
      says "note: the package lists have no $package ($(purpose "$package")); going on without it"
    elif [ $quietly = no ] || ! apt_install "$package"; then
      says "note: $package is not installed ($(purpose "$package")); going on without it"
    fi
  done
}

# Elsewhere.

advice() {
  if [ ${#required[@]} -gt 0 ]; then
    echo "sudo apt-get update && sudo apt-get install ${required[*]}"
  elif has_program dnf; then
    echo "sudo dnf install gcc-c++ cmake make pkgconf openblas-devel cxxopts-devel doctest-devel json-devel libzstd-devel zstd gnuplot clang-tools-extra"
  elif has_program pacman; then
    echo "sudo pacman -S --needed gcc cmake make pkgconf openblas cxxopts doctest nlohmann-json zstd gnuplot clang"
  elif has_program brew; then
    echo "brew install gcc cmake pkg-config openblas cxxopts doctest nlohmann-json zstd gnuplot clang-format"
  elif [ "$(uname -s)" = Darwin ]; then
    echo "install Homebrew (https://brew.sh), then: brew install gcc cmake pkg-config openblas cxxopts doctest nlohmann-json zstd gnuplot clang-format"
  else
    echo "install them with your system's package manager"
  fi
}

missing=
required=()
if has_program apt-get && has_program dpkg-query; then
  mapfile -t required < <(required_packages | drop_programs_on_path)
  mapfile -t optional < <(optional_packages)
  if [ ${#required[@]} -gt 0 ] && [ -n "$(missing_parts)" ]; then
    install_required "${required[@]}" || says "apt could not install ${required[*]}" >&2
    missing=$(missing_parts)
  fi
  if [ ${#optional[@]} -gt 0 ]; then install_optional "${optional[@]}"; fi
else
  missing=$(missing_parts)
fi

if [ -z "$missing" ]; then
  says "everything the build needs is here"
  exit 0
fi
{
  says "missing:"
  while read -r part; do printf '  - %s\n' "$part"; done <<<"$missing"
  says "to get them: $(advice)"
} >&2
exit 1
