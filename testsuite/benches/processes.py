#!/usr/bin/env python3
"""Measures programs as processes: one cold shader, with and without warnings, and many shaders in one run.

Usage: testsuite/benches/processes.py FOLDER [--incumbent PROGRAM] [--batch FOLDER] [--work FOLDER] [--rounds N]

FOLDER has picald and picasso. Without --incumbent, a C++ program that copies a file takes its place (it needs c++): nearly
all the time of a process that assembles one shader is that of starting it. The batch is the sources of the golden files, or
those of --batch, without those that draw errors; each process writes an output of its own, as the one run does. The files are in
memory (/dev/shm), if there is such a folder, because to make a file takes some disks longer than to make a shader; --work names
another folder. All times are minimums of runs in a random order, so that other work on the machine disturbs all alike.
"""

import argparse
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

STAND_IN = r"""
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
int main(int argc, char **argv) {
    if (argc != 4) { std::cerr << "usage: stand-in -o OUT IN\n"; return 2; }
    std::ifstream in(argv[3], std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    std::ofstream out(argv[2], std::ios::binary);
    out << text;
    return out ? 0 : 1;
}
"""
QUIET = [(os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)]
GOLDEN = pathlib.Path(__file__).parent.parent / "golden" / "single"
MEMORY = pathlib.Path("/dev/shm")
EXAMPLES = pathlib.Path(__file__).parent.parent.parent / "examples"


def run(command):
    """The time of a process in seconds, from its start to its end."""
    start = time.perf_counter()
    process = os.posix_spawn(command[0], command, os.environ, file_actions=QUIET)
    _, status = os.waitpid(process, 0)
    took = time.perf_counter() - start
    if status != 0:
        sys.exit(f"{' '.join(command)}: status {os.waitstatus_to_exitcode(status)}")
    return took


def faults(command):
    """How many page faults a process has."""
    _, _, usage = os.wait4(os.posix_spawn(command[0], command, os.environ, file_actions=QUIET), 0)
    return usage.ru_minflt


def minimums(rounds, measured):
    """The least result of each function, called in an order that varies: what a process left in caches helps the next one."""
    best = [float("inf")] * len(measured)
    order = list(enumerate(measured))
    for _ in range(rounds):
        random.shuffle(order)
        for number, function in order:
            best[number] = min(best[number], function())
    return best


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--incumbent")
    parser.add_argument("--batch", type=pathlib.Path, default=GOLDEN)
    parser.add_argument("--work", type=pathlib.Path, default=MEMORY if MEMORY.is_dir() else None)
    parser.add_argument("--rounds", type=int, default=500)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.work) as work:
        measure(options, pathlib.Path(work))


def measure(options, work):
    incumbent = options.incumbent
    if incumbent is None:
        incumbent = str(work / "stand-in")
        text = work / "stand-in.cpp"
        text.write_text(STAND_IN)
        subprocess.run(["c++", "-O2", text, "-o", incumbent], check=True)
    out = str(work / "out.shbin")
    picasso, picald = (str(options.folder / name) for name in ("picasso", "picald"))

    def is_quiet(path):
        """Whether picald accepts a source without a warning."""
        ended = subprocess.run([picald, "-o", out, path], stderr=subprocess.PIPE)
        return ended.returncode == 0 and not ended.stderr

    sources = sorted(GOLDEN.glob("*.pica"))
    quiet = list(filter(is_quiet, sources + sorted(EXAMPLES.glob("*/*.vsh"))))
    for size, kind in ((size, kind) for kind in (sources, quiet) for size in (1024, 3072, 5120)):
        source = min(kind, key=lambda path: abs(path.stat().st_size - size))
        commands = [[program, "-o", out, str(source)] for program in (incumbent, picasso, picald)]
        times = minimums(options.rounds, [lambda command=command: run(command) for command in commands])
        ratios = " ".join(f"{name} {took * 1e6:.0f} us ({took / times[0]:.2f})"
                          for name, took in zip(("incumbent", "picasso", "picald"), times))
        counts = ", ".join(str(faults(command)) for command in commands)
        warnings = "no warnings, " if kind is quiet else ""
        print(f"{source.name}, {warnings}{source.stat().st_size} bytes: {ratios}; page faults {counts}")

    # The whole run fails if one source draws errors, as some golden sources do.
    batch = [path for path in map(str, sorted(options.batch.glob("*.pica")))
             if subprocess.run([picald, "-o", out, path], stderr=subprocess.DEVNULL).returncode == 0]
    folder = work / "made"
    folder.mkdir()

    def clear():
        for path in folder.iterdir():
            path.unlink()

    def separately():
        clear()
        return sum(run([incumbent, "-o", str(folder / str(number)), path]) for number, path in enumerate(batch))

    def together(*options):
        clear()
        return run([picald, *options, "-o", f"{folder}/", *batch])

    def again():
        run([picald, "-A", "warnings", "-o", f"{folder}/", *batch])
        return run([picald, "-A", "warnings", "-o", f"{folder}/", *batch])

    runs = {
        "incumbent, a process each": separately,
        "picald": together,
        "picald -A warnings": lambda: together("-A", "warnings"),
        "picald --compat=picasso": lambda: together("--compat=picasso"),
        "picald --compat=picasso -A warnings": lambda: together("--compat=picasso", "-A", "warnings"),
        "picald -A warnings, of which nothing changes": again,
    }
    times = minimums(max(options.rounds // 20, 3), list(runs.values()))
    print(f"{len(batch)} sources:")
    for name, took in zip(runs, times):
        print(f"  {name}: {took * 1e3:.1f} ms ({times[0] / took:.1f}x)")


main()
