import { execFileSync } from 'node:child_process';
import type { CompiledFile } from '@kirchhoff/targets';
import { type BenchCircuit, generator } from './programs.js';

/** The circuits of the benchmark as a programmer writes them in Python, with the same checks of the inputs. */
const BY_HAND = `
import zlib
from typing import NamedTuple


class DomainError(ValueError):
    def __init__(self, port, path, message):
        super().__init__(message)
        self.port = port
        self.path = path


def _integer(value, port, lo, hi):
    if type(value) is not int or not lo <= value <= hi:
        raise DomainError(port, "", f"expected an integer from {lo} to {hi}")


def _divide(a, b):
    return a // b if a >= 0 else -(-a // b)


class CardFee(NamedTuple):
    fee: int


RATES = {"eu": 150, "us": 250, "other": 325}


def card_fee(*, amount: int, region: str) -> CardFee:
    _integer(amount, "amount", 0, 10_000_000_000)
    if type(region) is not str or region not in RATES:
        raise DomainError("region", "", "expected eu, us or other")
    return CardFee(amount * RATES[region] // 10_000)


class Celsius(NamedTuple):
    degrees: int


def celsius(*, fahrenheit: int) -> Celsius:
    _integer(fahrenheit, "fahrenheit", -459, 10_000)
    return Celsius(_divide((fahrenheit - 32) * 5, 9))


class IncomeTax(NamedTuple):
    tax: int


def income_tax(*, income: int) -> IncomeTax:
    _integer(income, "income", 0, 100_000_000_000)
    first = min(income, 1_000_000)
    second = min(max(income - 1_000_000, 0), 3_000_000)
    third = max(income - 4_000_000, 0)
    return IncomeTax(first // 10 + second // 5 + third * 2 // 5)


class PidStep(NamedTuple):
    drive: int
    next_total: int
    deviation: int


def pid_step(*, target: int, measured: int, last_error: int, total: int) -> PidStep:
    _integer(target, "target", -10_000, 10_000)
    _integer(measured, "measured", -10_000, 10_000)
    _integer(last_error, "last_error", -20_000, 20_000)
    _integer(total, "total", -1_000_000, 1_000_000)
    error = target - measured
    grown = min(max(total + error, -1_000_000), 1_000_000)
    raw = _divide(error * 120 + grown * 3 + (error - last_error) * 40, 1_000)
    saturated = raw > 1_000 and error > 0 or raw < 0 and error < 0
    return PidStep(min(max(raw, 0), 1_000), total if saturated else grown, error)


class FrameCheck(NamedTuple):
    check: int


def frame_check(*, frame: bytes) -> FrameCheck:
    if type(frame) is not bytes or len(frame) > 256:
        raise DomainError("frame", "", "expected at most 256 bytes")
    return FrameCheck(zlib.crc32(frame))
`;

/** Prints the median, over rounds in turns, of emitted time divided by hand-written time; and the latter in nanoseconds a call. */
const DRIVER = `
import json, statistics, sys, time, types

task = json.load(sys.stdin)


def module_of(name, text):
    module = types.ModuleType(name)
    sys.modules[name] = module
    exec(compile(text, name, "exec"), module.__dict__)
    return getattr(module, task["name"])


subjects = [module_of("emitted", task["emitted"]), module_of("by_hand", task["by_hand"])]
inputs = [
    {name: bytes(value) if isinstance(value, list) else value for name, value in each.items()}
    for each in task["inputs"]
]
for each in inputs:
    answers = [tuple(call(**each)) for call in subjects]
    assert answers[0] == answers[1], (each, answers)
ratios, times = [], []
for turn in range(41):
    taken = [0, 0]
    for index in ((0, 1), (1, 0))[turn % 2]:
        call = subjects[index]
        before = time.perf_counter_ns()
        for each in inputs:
            call(**each)
        taken[index] = time.perf_counter_ns() - before
    ratios.append(taken[0] / taken[1])
    times.append(taken[1] / len(inputs))
print(json.dumps({"emitted": statistics.median(ratios), "byHand": statistics.median(times)}))
`;

const INPUTS = 1_000;

/** Compares an emitted module with the same function by hand, in one process. */
export function ratioInPython(
  circuit: BenchCircuit,
  [module]: readonly CompiledFile[],
): { readonly emitted: number; readonly byHand: number } {
  const below = generator(17);
  const inputs = Array.from({ length: INPUTS }, () => {
    const drawn = Object.entries(circuit.draw(below));
    return Object.fromEntries(drawn.map(([name, value]) => [name, value instanceof Uint8Array ? [...value] : value]));
  });
  const input = JSON.stringify({ name: circuit.name, emitted: module?.content, by_hand: BY_HAND, inputs });
  return JSON.parse(execFileSync('python3', ['-c', DRIVER], { input, encoding: 'utf8' }));
}
