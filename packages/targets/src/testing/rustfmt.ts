import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CompiledProgram } from '../target.js';

/** The formatter of the system, as the compiler of the tests. */
const FORMATTER = existsSync('/usr/bin/rustfmt') ? '/usr/bin/rustfmt' : 'rustfmt';

/** A place where the formatter changes a file: some lines before, and after. */
export interface Difference {
  readonly written: string;
  readonly formatted: string;
}

/** Formats programs; returns the first difference of each file that changes. */
export function differences(programs: readonly CompiledProgram[]): readonly Difference[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'kirchhoff-rustfmt-'));
  try {
    const files = programs.flatMap((program, index) => {
      mkdirSync(path.join(folder, `p${index}`));
      return program.files.map((file) => ({ content: file.content, place: path.join(folder, `p${index}`, file.path) }));
    });
    for (const { place, content } of files) writeFileSync(place, content);
    // The formatter follows a main program to its module.
    const { status, stderr } = spawnSync(FORMATTER, ['--edition', '2021', ...files.map(({ place }) => place)], { encoding: 'utf8' });
    if (status !== 0) return [{ written: '', formatted: stderr.slice(0, 3_000) }];
    return files.flatMap(({ place, content }) => difference(content, readFileSync(place, 'utf8')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function difference(written: string, formatted: string): readonly Difference[] {
  if (written === formatted) return [];
  const [a, b] = [written.split('\n'), formatted.split('\n')];
  const at = a.findIndex((line, index) => line !== b[index]);
  return [{ written: around(a, at), formatted: around(b, at) }];
}

function around(lines: readonly string[], at: number): string {
  return lines.slice(Math.max(0, at - 1), at + 5).join('\n');
}
