import { spawnSync } from 'node:child_process';
import { certifyWith, type Solver } from '@kirchhoff/coherence';
import { conformanceCases, examplePrograms } from '@kirchhoff/coherence/testing/conformance-cases';
import { drawProgram } from '@kirchhoff/coherence/testing/drawing/program';
import { Random } from '@kirchhoff/coherence/testing/drawing/random';
import { write } from '@kirchhoff/coherence/testing/drawing/write';
import { programOf } from '@kirchhoff/coherence/testing/planted-engine';
import { startSolver } from '../index.js';

/**
 * Asks cvc5 every query that z3 answers with `unsat` in the examples, the conformance cases and drawn programs. Where
 * cvc5 has a model, one of the two is wrong, and a verdict may rest on it: the run fails.
 */
const RUNS = Number(process.env['SECOND_RUNS'] ?? 300);
const FROM = BigInt(process.env['SECOND_FROM'] ?? 0);
/** The limit for one query, by cvc5's own count; and a time limit, in milliseconds, for work that it does not count. */
const STEPS = Number(process.env['SECOND_STEPS'] ?? 200_000);
const MAX_MILLISECONDS = 60_000;

type Answer = 'unsat' | 'sat' | 'unknown';

function askSecond(text: string): Answer {
  const { stdout, stderr, error } = spawnSync('cvc5', ['--lang=smt2', `--rlimit=${STEPS}`, '-'], {
    input: `(set-logic ALL)\n${text}`,
    encoding: 'utf8',
    timeout: MAX_MILLISECONDS,
  });
  const [answer = ''] = stdout.trim().split('\n');
  if (answer === 'unsat' || answer === 'sat') return answer;
  if (answer === 'unknown' || error !== undefined || /resource|interrupted/i.test(`${stdout}${stderr}`)) return 'unknown';
  throw new Error(`cvc5 does not read the query: ${stdout}${stderr}\n${text}`);
}

function versionOfSecond(): string {
  const { stdout, error } = spawnSync('cvc5', ['--version'], { encoding: 'utf8' });
  if (error === undefined) return stdout.split('\n')[0] ?? '';
  process.stderr.write(
    'cvc5 is not on the PATH. Install it with `apt-get install cvc5` (Debian, Ubuntu) or from https://cvc5.github.io, and run this again.\n',
  );
  process.exit(2);
}

interface Seen {
  readonly texts: Set<string>;
  readonly answers: Record<Answer, number>;
  readonly contradicted: string[];
}

/** A solver that hands each query it finds unsatisfiable to the second one, each text once. */
function watched(solver: Solver, seen: Seen): Solver {
  return {
    name: solver.name,
    version: solver.version,
    solve: async (text, limit) => {
      const answer = await solver.solve(text, limit);
      if (answer.verdict === 'unsat' && !seen.texts.has(text)) {
        seen.texts.add(text);
        const second = askSecond(text);
        seen.answers[second] += 1;
        if (second === 'sat') seen.contradicted.push(text);
      }
      return answer;
    },
  };
}

function* sources(): Generator<{ readonly name: string; readonly source: string }> {
  yield* examplePrograms();
  yield* conformanceCases();
  for (let index = 0; index < RUNS; index += 1) {
    const seed = FROM + BigInt(index);
    yield { name: `seed ${seed}`, source: write(drawProgram(new Random(seed), 'smt')) };
  }
}

async function main(): Promise<void> {
  process.stdout.write(`${versionOfSecond()}\n`);
  const first = await startSolver();
  const seen: Seen = { texts: new Set(), answers: { unsat: 0, sat: 0, unknown: 0 }, contradicted: [] };
  let programs = 0;
  for (const { name, source } of sources()) {
    const program = programOf(source);
    if (program === null) continue;
    programs += 1;
    const before = seen.contradicted.length;
    await certifyWith(program, watched(first, seen));
    for (const text of seen.contradicted.slice(before)) process.stdout.write(`${name}: z3 says unsat, cvc5 sat\n${source}\n${text}\n`);
    if (programs % 100 === 0) process.stdout.write(`${line(programs, seen)}\n`);
  }
  await first.close();
  process.stdout.write(`${line(programs, seen)}\n`);
  process.exitCode = seen.contradicted.length === 0 ? 0 : 1;
}

function line(programs: number, { texts, answers }: Seen): string {
  return `${programs} programs, ${texts.size} queries: cvc5 agrees with ${answers.unsat}, contradicts ${answers.sat}, does not know ${answers.unknown}`;
}

void main();
