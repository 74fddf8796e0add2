import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';

interface Step {
  readonly name: string;
  readonly if?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

function readAction(file: string): Action {
  return parse(readFileSync(file, 'utf8'));
}

/** The script of a step of a composite action. */
export function stepOf(file: string, wanted: string): string {
  const run = readAction(file).runs.steps.find(({ name }) => name === wanted)?.run;
  if (run === undefined) throw new Error(`${file} has no step '${wanted}' with a script`);
  return run;
}

/**
 * Runs the steps of a composite action on a push as a runner of GitHub does: each by bash, with its inputs in place, until one fails.
 *
 * @param file the action
 * @param cwd the checkout; `summary.md` in it is the summary of the run
 * @param given inputs; the others have their defaults
 * @returns the name of the step that failed, and the output of all
 */
export async function runAction(
  file: string,
  cwd: string,
  given: Readonly<Record<string, string>>,
): Promise<{ readonly failed: string | undefined; readonly log: string }> {
  const action = readAction(file);
  const inputOf = (name: string): string => given[name] ?? action.inputs[name]?.default ?? '';
  let log = '';
  for (const { name, run, env = {}, if: condition } of action.runs.steps) {
    if (run === undefined || !isMet(condition, inputOf)) continue;
    const values = Object.entries(env).map(([key, value]) => [
      key,
      value.replace(/\$\{\{ inputs\.([\w-]+) \}\}/, (_, input: string) => inputOf(input)),
    ]);
    const { status, said } = await runBash(cwd, run, { GITHUB_STEP_SUMMARY: path.join(cwd, 'summary.md'), ...Object.fromEntries(values) });
    log += said;
    if (status !== 0) return { failed: name, log };
  }
  return { failed: undefined, log };
}

/** Evaluates the conditions that the action has: an input that is 'true', and a pull request, which a push is not. */
function isMet(condition: string | undefined, inputOf: (name: string) => string): boolean {
  return (condition ?? '').split(' && ').every((part) => {
    const [, input] = /^inputs\.([\w-]+) == 'true'$/.exec(part) ?? [];
    if (input !== undefined) return inputOf(input) === 'true';
    if (part === "github.event_name == 'pull_request'") return false;
    if (part === '' || part === 'always()') return true;
    throw new Error(`the condition '${part}' is not known`);
  });
}

/** Runs a script as a runner does: it ends at the first command that fails. `HOME` is the folder. */
export async function runBash(
  cwd: string,
  script: string,
  variables: Readonly<Record<string, string>>,
): Promise<{ readonly status: number | null; readonly said: string }> {
  const env = { PATH: process.env['PATH'], HOME: cwd, ...variables };
  const shell = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => shell.on('error', reject).on('close', resolve));
  const [out, err, status] = await Promise.all([text(shell.stdout), text(shell.stderr), ended]);
  return { status, said: out + err };
}
