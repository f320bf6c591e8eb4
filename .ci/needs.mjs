/**
 * What is needed beyond Node: Debian packages, each with the command that shows it is there, whoever installed it.
 * Packages without a command are headers or libraries, which only Debian's package manager can be asked about.
 */
const build = [
  { package: 'emscripten', command: 'em++' },
  { package: 'cmake', command: 'cmake' },
  { package: 'ninja-build', command: 'ninja' },
  { package: 'libexpected-dev' },
  { package: 'nlohmann-json3-dev' },
];

const test = [
  ...build,
  { package: 'g++', command: 'g++' },
  { package: 'clang', command: 'clang++' },
  { package: 'libclang-rt-14-dev' },
  { package: 'clang-format', command: 'clang-format' },
  { package: 'clang-tidy', command: 'run-clang-tidy' },
  { package: 'doctest-dev' },
  { package: 'libcli11-dev' },
  { package: 'chromium', command: 'chromium' },
  { package: 'firefox-esr', command: 'firefox-esr' },
];

/** For Ringlet's command alone. */
const native = [
  { package: 'g++', command: 'g++' },
  { package: 'cmake', command: 'cmake' },
  { package: 'ninja-build', command: 'ninja' },
  { package: 'libexpected-dev' },
  { package: 'nlohmann-json3-dev' },
  { package: 'libcli11-dev' },
];

const glooAndOpenMpi = [
  { package: 'libgloo-dev' },
  { package: 'libopenmpi-dev', command: 'mpicxx.openmpi' },
  { package: 'openmpi-bin', command: 'mpirun.openmpi' },
];

/** The three libraries whose results are compared with Ringlet's. */
const reference = [...native, ...glooAndOpenMpi, { package: 'python3-torch' }];

/** The three libraries that are timed beside it. */
const peers = [
  ...native,
  ...glooAndOpenMpi,
  { package: 'libmpich-dev', command: 'mpicxx.mpich' },
  { package: 'mpich', command: 'mpirun.mpich' },
  { package: 'pkg-config', command: 'pkg-config' },
];

/** For the same as WebAssembly, and for the page. */
const browsers = [
  ...build,
  { package: 'chromium', command: 'chromium' },
  { package: 'firefox-esr', command: 'firefox-esr' },
];

export const needs = { start: build, build, test, stress: test, reference, bench: native, peers, browsers };
