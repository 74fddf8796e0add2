import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompiledFile, CompiledProgram } from '../target.js';
import type { BuiltRun, Toolchain } from './toolchain.js';

/** Limit for the characters of the programs that are compiled together, since the compiler keeps them all in memory. */
const MAX_TOGETHER = 6_000_000;

/** One compiler and one virtual machine for many programs, each in a package of its own. */
export const JAVA: Toolchain = {
  target: 'java',
  isCompiled: true,
  commands: ['javac', 'java'],
  answers: answersInJava,
  runTests: runTestsInJava,
};

function answersInJava(runs: readonly BuiltRun[]): readonly (readonly string[])[] {
  return batchesOf(runs).flatMap((batch) => answersTogether(batch));
}

function batchesOf<P extends Pick<CompiledProgram, 'files'>>(programs: readonly P[]): readonly (readonly P[])[] {
  const batches: P[][] = [];
  let length = MAX_TOGETHER;
  for (const program of programs) {
    const added = program.files.reduce((sum, { content }) => sum + content.length, 0);
    if (length + added > MAX_TOGETHER) {
      batches.push([]);
      length = 0;
    }
    batches.at(-1)?.push(program);
    length += added;
  }
  return batches;
}

function answersTogether(runs: readonly BuiltRun[]): readonly (readonly string[])[] {
  return inFolder((folder) => {
    writeFileSync(join(folder, 'lines'), runs.flatMap(({ lines }, index) => lines.map((line) => `${index} ${line}\n`)).join(''));
    buildTogether(folder, runs, RUNNER);
    runJava(folder, ['Runner', 'lines', 'answers']);
    return answersOf(readFileSync(join(folder, 'answers'), 'utf8'), runs);
  });
}

function runTestsInJava(programs: readonly CompiledProgram[]): void {
  for (const batch of batchesOf(programs)) {
    inFolder((folder) => {
      const names = batch.map(({ files }, index) => `r${index}.${files.at(-1)?.path.replace(/\.java$/, '')}`);
      writeFileSync(join(folder, 'tests'), names.join('\n'));
      buildTogether(folder, batch, TEST_RUNNER);
      runJava(folder, ['Runner', 'tests']);
    });
  }
}

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'kirchhoff-java-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function buildTogether(folder: string, programs: readonly Pick<CompiledProgram, 'files'>[], runner: string): void {
  const paths = programs.flatMap(({ files }, index) => {
    mkdirSync(join(folder, `r${index}`));
    return files.map(({ path, content }) => {
      writeFileSync(join(folder, `r${index}`, path), `package r${index}; ${content}`);
      return `r${index}/${path}`;
    });
  });
  writeFileSync(join(folder, 'Runner.java'), runner);
  writeFileSync(join(folder, 'paths'), ['Runner.java', ...paths].join('\n'));
  const options = ['-J-XX:TieredStopAtLevel=1', '-J-XX:+UseSerialGC', '-J-Xss8m', '-proc:none', '-g:none', '-encoding', 'UTF-8'];
  execFileSync('javac', [...options, '-Xlint:all', '-Werror', '@paths'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function runJava(folder: string, args: readonly string[]): void {
  const options = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xshare:auto'];
  execFileSync('java', [...options, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
}

function answersOf(text: string, runs: readonly BuiltRun[]): readonly (readonly string[])[] {
  const lines = text.split('\n');
  let from = 0;
  return runs.map((run) => {
    const to = from + run.lines.length;
    const answers = lines.slice(from, to);
    from = to;
    return answers;
  });
}

/** Compiles a circuit's classes with a class `Script`, runs that, and returns its output. */
export function outputOfJava(files: readonly CompiledFile[], script: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'kirchhoff-java-'));
  try {
    const all = [...files, { path: 'Script.java', content: script }];
    for (const { path, content } of all) writeFileSync(join(folder, path), content);
    const options = ['-J-XX:TieredStopAtLevel=1', '-J-XX:+UseSerialGC', '-proc:none', '-encoding', 'UTF-8', '-Xlint:all', '-Werror'];
    execFileSync('javac', [...options, ...all.map(({ path }) => path)], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    return execFileSync('java', ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', 'Script'], { cwd: folder, encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Reads lines, each behind the number of its program, and writes the answer of the program's main class to each. */
const RUNNER = `
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

public final class Runner {
  public static void main(String[] args) throws Exception {
    Thread thread = new Thread(null, () -> answer(args), "main", 1L << 28);
    thread.start();
    thread.join();
  }

  private static void answer(String[] args) {
    try (PrintStream output = new PrintStream(args[1], StandardCharsets.UTF_8)) {
      byte[] bytes = Files.readAllBytes(Path.of(args[0]));
      String program = "";
      Method method = null;
      for (int start = 0, end; start < bytes.length; start = end + 1) {
        end = start;
        while (bytes[end] != '\\n') end++;
        int space = start;
        while (bytes[space] != ' ') space++;
        String wanted = new String(bytes, start, space - start, StandardCharsets.UTF_8);
        if (!wanted.equals(program)) {
          method = Class.forName("r" + wanted + ".Main").getDeclaredMethod("answer", String.class);
          method.setAccessible(true);
          program = wanted;
        }
        String line = new String(bytes, space + 1, end - space - 1, StandardCharsets.UTF_8);
        output.print(method.invoke(null, line) + "\\n");
      }
    } catch (Exception error) {
      error.printStackTrace();
      System.exit(1);
    }
  }
}
`;

/** Runs the main class of each program's tests, which ends all with 1 if one fails. */
const TEST_RUNNER = `
import java.nio.file.Files;
import java.nio.file.Path;

public final class Runner {
  public static void main(String[] args) throws Exception {
    for (String tests : Files.readAllLines(Path.of(args[0]))) {
      Class.forName(tests).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
    }
  }
}
`;
