import { execSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { compile } from './compile.js';
import { bytesOf, type CompiledProgram, type CompileOptions, TARGETS, targetNamed } from './index.js';
import { emitterOf } from './targets.js';
import { answerOf, circuitOf, referenceAnswer } from './testing/reference.js';
import { isInstalled } from './testing/toolchain.js';

/** The commands that a program names, in a folder of its own, as its user runs them. The suite builds many programs together instead. */

const TARIFF = circuitOf(`circuit tariff {
  input kind: enum { basic, plus }
  input units: 0..100_000
  output price: i64
  output label: text[..9]
  require units != 77
  price = match kind { .basic => units * 3, .plus => units / (units - 500) }
  label = if units > 9 { "many \\u{1f389}" } else { "few" }
}`);

const LINES = ['{"kind":"basic","units":5}', '{"kind":"plus","units":500}', '{"kind":"plus","units":77}', '{"units":-1}', '['];

const CLOCK = circuitOf(`circuit clock {
  input least: 0..9
  output now: i64
  output luck: 0..99
  output id: text[36]
  now = NOW()
  luck = CLAMP(RANDOM(least, 99), 0, 99)
  id = UUID()
}`);

function compiledTo(id: string, program: typeof TARIFF, options: Partial<CompileOptions>): CompiledProgram {
  const target = targetNamed(id);
  if (target === undefined) throw new Error(`no target ${id}`);
  const compilation = compile(program, target, { certified: false, allowOpen: true, ...options });
  if (!compilation.ok) throw new Error(compilation.message);
  return compilation.program;
}

/** Runs commands in a new folder with the files; returns the output of the last. */
function ran({ files }: CompiledProgram, commands: readonly string[], input: readonly string[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), 'kirchhoff-target-'));
  const bin = resolve(__dirname, '../../../node_modules/.bin');
  // Rustup finds its compilers below the home of the user.
  const rustup = process.env['RUSTUP_HOME'] ?? join(homedir(), '.rustup');
  const caches = { HOME: folder, GOCACHE: join(folder, 'go-cache'), GOPATH: join(folder, 'go'), RUSTUP_HOME: rustup };
  const env = { ...process.env, ...caches, PATH: `${process.env['PATH']}:${bin}` };
  try {
    for (const file of files) {
      mkdirSync(dirname(join(folder, file.path)), { recursive: true });
      writeFileSync(join(folder, file.path), bytesOf(file));
    }
    const lines = input.map((line) => `${line}\n`).join('');
    const outputs = commands.map((command, index) => {
      // Only the last command is the program; a compiler would close its input.
      const given = index === commands.length - 1 ? lines : '';
      return execSync(command, { cwd: folder, env, input: given, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] });
    });
    return outputs.at(-1) ?? '';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The first words of the commands, but for programs that the commands build. */
function toolsOf(commands: readonly string[]): readonly string[] {
  const words = commands.flatMap((command) => command.split('&&').map((part) => part.trim().split(' ')[0] ?? ''));
  return words.filter((word) => !word.includes('/') && word !== 'tsc');
}

describe.each(TARGETS.map((target) => ({ id: target.id, target })))('$id', ({ id, target }) => {
  const { run } = compiledTo(id, TARIFF, { harness: true });
  const onlyHere = isInstalled({ target: id, commands: toolsOf(run) }) ? test : test.skip;

  onlyHere(
    'the commands of a program build and run it',
    () => {
      const program = compiledTo(id, TARIFF, { harness: true });
      const answers = ran(program, program.run, LINES).split('\n').slice(0, -1).map(answerOf);
      expect(answers).toEqual(LINES.map((line) => referenceAnswer(TARIFF, line)));
    },
    300_000,
  );

  onlyHere(
    'the entropy sources of the language give what they promise',
    () => {
      const program = compiledTo(id, CLOCK, { harness: true });
      const outputs = ran(program, program.run, ['{"least":7}', '{"least":9}', '{"least":10}'])
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line));
      expect(outputs).toHaveLength(3);
      for (const { now, luck, id: uuid } of outputs.slice(0, 2)) {
        expect(Math.abs(Number(now) - Date.now())).toBeLessThan(600_000);
        expect(luck).toBeGreaterThanOrEqual(7);
        expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      }
      expect(outputs[2]).toMatchObject({ domain_error: { port: 'least', path: '' } });
    },
    300_000,
  );

  onlyHere(
    'the commands of its tests run them',
    () => {
      if (emitterOf(target).testRunner === undefined) return;
      const program = compiledTo(id, TARIFF, { tests: true });
      const { test: commands = [] } = program;
      expect(commands).not.toEqual([]);
      ran(program, commands);
      // The program stands before its tests.
      let isWrong = false;
      const files = program.files.map((file) => {
        const content = isWrong ? file.content : file.content.replace(/\bfew\b/, 'fev');
        isWrong ||= content !== file.content;
        return { ...file, content };
      });
      expect(() => ran({ ...program, files }, commands)).toThrow('Command failed');
    },
    300_000,
  );
});

test('targets are found by id and by alias only', () => {
  for (const target of TARGETS) for (const name of [target.id, ...target.aliases]) expect(targetNamed(name)).toBe(target);
  expect(targetNamed('cobol')).toBeUndefined();
  expect(targetNamed('constructor')).toBeUndefined();
});

test('an open circuit is refused unless it is asked for, and one without all outputs always', () => {
  const missing = circuitOf('circuit missing {\n input a: i64\n output b: i64\n output c: i64\n b = a\n}');
  for (const target of TARGETS) {
    expect(compile(TARIFF, target, { certified: false, allowOpen: false })).toMatchObject({ ok: false, refusal: 'open' });
    expect(compile(missing, target, { certified: false, allowOpen: true })).toMatchObject({ ok: false, refusal: 'missing-output' });
  }
});
