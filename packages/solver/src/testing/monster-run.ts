import { fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { type Program, read } from '@kirchhoff/coherence';
import { combinedMonster } from '@kirchhoff/coherence/testing/combined-monsters';
import { MONSTERS, sizesOf } from '@kirchhoff/coherence/testing/monsters';
import { check, checkWith } from '@kirchhoff/kernel/certificate/check';
import { CheckMeter } from '@kirchhoff/kernel/rules/meter';
import type { Solver } from '@kirchhoff/kernel/smt/solver';
import { certifyWith } from '@kirchhoff/prover/certify';
import { prove } from '@kirchhoff/prover/prove';
import { startSolver } from '../index.js';

/**
 * The long run of monsters: reads, certifies and checks each form of source in several sizes, the largest first, each
 * in a process of its own. It prints a line of counts for each, with the seconds of CPU that one thread takes (and in brackets with the
 * runtime's own threads, which collect garbage and compile meanwhile) and the peak of memory, and ends
 * with those beyond what one thread may take. `MONSTERS` chooses forms by a regular expression, and `MONSTERS_COMBINED`
 * draws so many sources of two or three forms instead, from the seed `MONSTERS_FROM` on.
 */
const MAX_SECONDS = 10;
const MAX_MEGABYTES = 1_024;
/** In milliseconds of the clock: what goes on for longer stalls. */
const STALLED = 300_000;

interface Measured {
  readonly counts: string;
  readonly seconds: number;
  /** Those of the runtime's own threads included. */
  readonly secondsOfAll: number;
  readonly megabytes: number;
}

async function main(): Promise<void> {
  const beyond: string[] = [];
  for (const { name, size } of asked()) {
    const measured = await inProcess(name, size);
    const line = describe(name === COMBINED ? `seed ${size}: ${combinedMonster(size).name}` : `${name}, ${size}`, measured);
    process.stdout.write(`${line}\n`);
    if (measured === null || measured.seconds > MAX_SECONDS || measured.megabytes > MAX_MEGABYTES) beyond.push(line);
  }
  process.stdout.write(`${beyond.length} beyond ${MAX_SECONDS} s or ${MAX_MEGABYTES} MiB\n${beyond.map((line) => `${line}\n`).join('')}`);
  process.exitCode = beyond.length === 0 ? 0 : 1;
}

/** The name of a source of several forms; its size is its seed. */
const COMBINED = 'combined';

function asked(): readonly { readonly name: string; readonly size: number }[] {
  const combined = Number(process.env['MONSTERS_COMBINED'] ?? 0);
  const from = Number(process.env['MONSTERS_FROM'] ?? 0);
  if (combined > 0) return Array.from({ length: combined }, (_, index) => ({ name: COMBINED, size: from + index }));
  const chosen = new RegExp(process.env['MONSTERS'] ?? '');
  return MONSTERS.filter(({ name }) => chosen.test(name)).flatMap((monster) =>
    sizesOf(monster).map((size) => ({ name: monster.name, size })),
  );
}

function sourceOf(name: string, size: number): string {
  if (name === COMBINED) return combinedMonster(size).source;
  const monster = MONSTERS.find((each) => each.name === name);
  if (monster === undefined) throw new Error(`no monster '${name}'`);
  return monster.source(size);
}

function describe(form: string, measured: Measured | null): string {
  if (measured === null) return `${form}: no answer`;
  return `${form}: ${measured.seconds.toFixed(1)} s (${measured.secondsOfAll.toFixed(1)} s), ${measured.megabytes} MiB; ${measured.counts}`;
}

/** `null` where the process ends without an answer, or has to be ended. */
function inProcess(name: string, size: number): Promise<Measured | null> {
  const child = fork(process.argv[1] ?? '', [name, String(size)]);
  const guard = setTimeout(() => child.kill('SIGKILL'), STALLED);
  return new Promise((resolve) => {
    let measured: Measured | null = null;
    child.on('message', (message) => {
      if (isMeasured(message)) measured = message;
    });
    child.on('exit', () => {
      clearTimeout(guard);
      resolve(measured);
    });
  });
}

function isMeasured(message: unknown): message is Measured {
  return typeof message === 'object' && message !== null && 'counts' in message && 'seconds' in message && 'megabytes' in message;
}

/** The side of the process of its own. */
async function measure(name: string, size: number): Promise<void> {
  const source = sourceOf(name, size);
  const runtime = new Set(threads().filter((thread) => thread !== String(process.pid)));
  const before = secondsOfCpu(runtime);
  const reading = read(source);
  const secondsOfReading = secondsOfCpu(runtime).ofOne - before.ofOne;
  const counts = reading.ok ? await decide(reading.program) : `refused: ${reading.diagnostics[0]?.code ?? ''}`;
  const after = secondsOfCpu(runtime);
  const megabytes = Math.ceil(process.resourceUsage().maxRSS / 1_024);
  const proof = reading.ok ? `; ${prove(reading.program.core).meter.spent} steps of proof` : '';
  process.send?.(
    {
      counts: `${source.length} characters read in ${secondsOfReading.toFixed(1)} s, ${counts}${proof}`,
      seconds: after.ofOne - before.ofOne,
      secondsOfAll: after.ofAll - before.ofAll,
      megabytes,
    } satisfies Measured,
    undefined,
    undefined,
    () => {
      process.exit();
    },
  );
}

async function decide(program: Program): Promise<string> {
  const nodes = [...program.core.components, ...program.core.graphs].reduce((sum, graph) => sum + graph.nodes.length, 0);
  const solver = countingSolver();
  const { certified, certificate } = await certifyWith(program, solver.solver);
  const counts = `${nodes} nodes, cost ${program.cost}, ${solver.steps()} steps of the solver`;
  if (certificate === null) return `${counts}, ${certified ? 'closed' : 'open'}`;
  const meter = new CheckMeter();
  const { valid } = check(program, certificate, meter).valid ? { valid: true } : await checkWith(program, certificate, solver.solver);
  return `${counts}, certificate of ${certificate.length} bytes, ${meter.spent} steps of the check${valid ? '' : ': REFUSED'}`;
}

/** Started by the first query. */
function countingSolver(): { readonly solver: Solver; readonly steps: () => number } {
  let steps = 0;
  let started: ReturnType<typeof startSolver> | undefined;
  let version = '';
  const solver: Solver = {
    name: 'z3',
    get version() {
      return version;
    },
    solve: async (text, limit) => {
      started ??= startSolver();
      const z3 = await started;
      version = z3.version;
      const answer = await z3.solve(text, limit);
      steps += answer.steps;
      return answer;
    },
  };
  return { solver, steps: () => steps };
}

/** The clock ticks of a second in which Linux counts the CPU of a thread. */
const TICKS = 100;

/**
 * Returns the seconds of CPU so far, of all threads and of those that are not the runtime's own. The solver has a thread
 * of its own, for which this one waits: together they take what one thread would.
 * @param runtime The threads that the runtime began with, but for the first.
 */
function secondsOfCpu(runtime: ReadonlySet<string>): { readonly ofOne: number; readonly ofAll: number } {
  let [ofOne, ofAll] = [0, 0];
  for (const thread of threads()) {
    const [, fields = ''] = readFileSync(`${TASKS}/${thread}/stat`, 'utf8').split(') ');
    const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
    ofAll += (user + system) / TICKS;
    if (!runtime.has(thread)) ofOne += (user + system) / TICKS;
  }
  return { ofOne, ofAll };
}

const TASKS = '/proc/self/task';

function threads(): readonly string[] {
  return readdirSync(TASKS);
}

const [name, size] = process.argv.slice(2);
void (name === undefined ? main() : measure(name, Number(size)));
