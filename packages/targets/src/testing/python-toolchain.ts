import { execFileSync } from 'node:child_process';
import type { CompiledProgram } from '../target.js';
import type { Toolchain } from './toolchain.js';

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

const TEST_RUNNER = `${LOADER}
import unittest

suite = unittest.TestSuite()
for files in json.load(sys.stdin):
    tests = sys.modules[load(files).__name__]
    suite.addTests(unittest.defaultTestLoader.loadTestsFromModule(tests))
result = unittest.TextTestRunner(verbosity=0).run(suite)
sys.exit(0 if result.wasSuccessful() and result.testsRun > 0 else 1)
`;

/** Runs all circuits in one process, since its start takes longer than most answers. The parser of Python 3.9 has to accept each. */
export const PYTHON: Toolchain = {
  target: 'python',
  commands: ['python3'],
  answers: (runs) => {
    const input = JSON.stringify(runs);
    return JSON.parse(execFileSync('python3', ['-c', RUNNER], { input, encoding: 'utf8', maxBuffer: 2 ** 29 }));
  },
  runTests: (programs) => {
    const input = JSON.stringify(programs.map(({ files }) => files));
    execFileSync('python3', ['-c', TEST_RUNNER], { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] });
  },
};

/** Runs Python, which has the modules of a compiled circuit, and returns its output. */
export function scriptInPython({ files }: CompiledProgram, script: string): string {
  return execFileSync('python3', ['-c', `${LOADER}\nload(json.loads(sys.stdin.readline()))\n${script}`], {
    input: JSON.stringify(files),
    encoding: 'utf8',
  });
}
