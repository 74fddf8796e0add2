import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PLAIN } from '@kirchhoff/reports';
import type { Context, ExitCode } from '../context.js';
import { runKir } from '../program.js';

export const CLOSED = `circuit half {
  input a: 0..1_000
  output b: 0..500

  b = a / 2
}
`;

export const OPEN = `circuit share {
  input total: 0..1_000
  input parts: 0..10
  output each: 0..1_000

  each = total / parts
}
`;

/** A circuit whose promise only a solver can prove. */
export const MASKED = `circuit masked {
  input a: 0..65_535
  input b: 0..65_535
  output c: 0..65_535

  c = (a ^ b) ^ b

  ensure c == a
}
`;

export interface Ran {
  readonly exitCode: ExitCode;
  readonly out: string;
  readonly err: string;
}

/** A folder of its own for one test, in which `kir` is run. */
export class Folder {
  readonly path = mkdtempSync(path.join(tmpdir(), 'kir-'));

  write(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(this.path, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }

  read(name: string): string {
    return readFileSync(path.join(this.path, name), 'utf8');
  }

  async kir(words: readonly string[], given: Partial<Context> & { readonly stdin?: string } = {}): Promise<Ran> {
    const written = { out: '', err: '' };
    const { stdin, ...rest } = given;
    const exitCode = await runKir(words, {
      cwd: this.path,
      variables: {},
      out: { write: (text) => void (written.out += text), isTerminal: false, style: PLAIN },
      err: { write: (text) => void (written.err += text), isTerminal: false, style: PLAIN },
      input: { isTerminal: stdin === undefined, read: async () => Promise.resolve(stdin ?? '') },
      signal: new AbortController().signal,
      endInOrder: () => undefined,
      workerScript: undefined,
      ...rest,
    });
    return { exitCode, ...written };
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** Gives each test of a file a folder of its own. */
export function eachInAFolder(): () => Folder {
  let folder = new Folder();
  folder.remove();
  beforeEach(() => {
    folder = new Folder();
  });
  afterEach(() => folder.remove());
  return () => folder;
}
