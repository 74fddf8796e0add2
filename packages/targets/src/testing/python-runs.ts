import { execFileSync } from 'node:child_process';
import { type CircuitProgram, certify, type Monomer } from '@kirchhoff/coherence';
import { compile } from '../compile.js';
import type { CompiledProgram, CompileOptions } from '../target.js';
import { targetNamed } from '../targets.js';
import { sourcesOf } from './monomer-circuits.js';
import { answerOf, circuitOf, type ExpectedAnswer, referenceAnswer } from './reference.js';
import { sampled } from './variants.js';

/** A circuit in one of its forms, and the lines that it answers. */
export interface PythonRun {
  readonly program: CircuitProgram;
  readonly options: Omit<CompileOptions, 'allowOpen' | 'harness'>;
  readonly lines: readonly string[];
}

/** Compiles a circuit to Python with its main program. */
export function pythonOf(program: CircuitProgram, options: PythonRun['options']): CompiledProgram {
  const target = targetNamed('python');
  if (target === undefined) throw new Error('no Python');
  const compilation = compile(program, target, { ...options, allowOpen: true, harness: true });
  if (!compilation.ok) throw new Error(compilation.message);
  return compilation.program;
}

/** Returns the forms of a circuit: open, and if it closes also without guards and with all of them. */
export function formsInPython(
  program: CircuitProgram,
  lines: readonly string[],
  closed = certify(program).certified,
): readonly PythonRun[] {
  const open = { program, options: { certified: false }, lines };
  if (!closed) return [open];
  return [open, { program, options: { certified: true, guards: false }, lines }, { program, options: { certified: true }, lines }];
}

/** Returns the open circuits that apply a monomer, with inputs at the ends of their domains and generated ones. */
export function runsOf(monomer: Monomer, count: number): readonly PythonRun[] {
  return sourcesOf(monomer).map((source) => {
    const program = circuitOf(source);
    return { program, options: { certified: false }, lines: sampled(program, count, 5) };
  });
}

/** Runs all circuits in one process, since its start takes longer than most answers. The parser of Python 3.9 has to accept each. */
export function answersInPython(runs: readonly PythonRun[]): readonly (readonly ExpectedAnswer[])[] {
  const input = runs.map(({ program, options, lines }) => ({ files: pythonOf(program, options).files, lines }));
  const output = execFileSync('python3', ['-c', RUNNER], { input: JSON.stringify(input), encoding: 'utf8', maxBuffer: 2 ** 29 });
  const answers: readonly (readonly string[])[] = JSON.parse(output);
  return answers.map((each) => each.map(answerOf));
}

/** Compares the circuits in Python with the reference on every line. */
export function holdPythonToReference(runs: readonly PythonRun[]): void {
  const answers = answersInPython(runs);
  for (const [index, { program, options, lines }] of runs.entries()) {
    const told = lines.map((line, place) => ({ line, ...answers[index]?.[place] }));
    const expected = lines.map((line) => ({ line, ...referenceAnswer(program, line) }));
    expect({ name: program.name, options, told }).toEqual({ name: program.name, options, told: expected });
  }
}

/** Runs Python, which has the modules of a compiled circuit, and returns its output. */
export function scriptInPython({ files }: CompiledProgram, script: string): string {
  return execFileSync('python3', ['-c', `${LOADER}\nload(json.loads(sys.stdin.readline()))\n${script}`], {
    input: JSON.stringify(files),
    encoding: 'utf8',
  });
}

const LOADER = `
import ast, json, sys, types, warnings

warnings.simplefilter('error')

def load(files):
    for file in files:
        ast.parse(file["content"], feature_version=(3, 9))
        name = file["path"][:-3]
        module = types.ModuleType(name)
        sys.modules[name] = module
        exec(compile(file["content"], file["path"], "exec"), module.__dict__)
    return module
`;

const RUNNER = `${LOADER}
answers = []
for run in json.load(sys.stdin):
    main = load(run["files"])
    answers.append([json.dumps(main.answer(line.encode("utf-8", "surrogatepass"))) for line in run["lines"]])
print(json.dumps(answers))
`;
