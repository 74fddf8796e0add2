import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DomainError } from '@kirchhoff/language/program/boundary';
import type { Files } from '@kirchhoff/language/program/join-files';
import { parseJson } from '@kirchhoff/language/program/strict-json';

/**
 * A program of docs/language/: a fenced block of `kir`, and the blocks of `json` that follow it. The words after `kir` state the
 * expectation.
 *
 * `file=<path>`: a file that later programs use, not a program. `closed`, `open=<type of error>` or `error=<code of diagnostic>`:
 * the verdict. `warning=<code>`: exactly these warnings. `hash=<label>`: the same hash as the others with the label, and as no
 * other program. `pin=<id>`: later programs pin it by this id. `untidy`: not in the canonical layout, which is the next program.
 */
export interface DocumentedProgram {
  /** `page.md:line: circuit name`. */
  readonly title: string;
  readonly source: string;
  /** The files that precede it. */
  readonly files: Files;
  readonly expect: 'closed' | 'open' | 'error';
  /** The type of the closure error, or the code of the diagnostic. */
  readonly reason: string;
  readonly options: ReadonlyMap<string, string>;
  readonly checks: Checks;
}

/** The content of the blocks of `json` after a program, by the word after `json`. */
interface Checks {
  readonly vectors?: readonly DocumentedVector[];
  readonly decisions?: readonly { category: string; params: unknown; verdict: string; rule: string | null }[];
  /** Part of the first diagnostic. */
  readonly diagnostic?: object;
  /** Part of the first error of the certification. */
  readonly 'closure-error'?: object;
}

export interface DocumentedVector {
  readonly inputs: unknown;
  readonly outputs?: unknown;
  readonly refused?: Pick<DomainError, 'port' | 'path'>;
}

const DOCS = join(__dirname, '../../../../docs');
const FENCE = /^```(\S+) ?(.*)\n([^]*?)^```$/gm;

/** A page of the language reference. */
interface Page {
  readonly name: string;
  readonly text: string;
}

/** The pages that docs/language.md lists, in its order. */
function pages(): readonly Page[] {
  const index = readFileSync(join(DOCS, 'language.md'), 'utf8');
  const names = [...index.matchAll(/^- \[[^\]]*\]\(language\/([\w-]+\.md)\)/gm)].map(([, name = '']) => name);
  const unlisted = readdirSync(join(DOCS, 'language')).filter((name) => !names.includes(name));
  if (unlisted.length > 0) throw new Error(`docs/language.md does not list ${unlisted.join()}`);
  return names.map((name) => ({ name, text: readFileSync(join(DOCS, 'language', name), 'utf8') }));
}

/** The text of the language reference. */
export function languageReference(): string {
  return pages()
    .map(({ text }) => text)
    .join('\n');
}

/** The programs of the language reference, in its order. */
export function documentedPrograms(): readonly DocumentedProgram[] {
  const files = new Map<string, string>();
  return pages().flatMap((page) => programsOf(page, files));
}

/** @param files The files of the earlier pages. The files of this page are added. */
function programsOf({ name, text }: Page, files: Map<string, string>): readonly DocumentedProgram[] {
  const programs: (DocumentedProgram & { checks: Record<string, unknown> })[] = [];
  for (const { 1: language, 2: info = '', 3: content = '', index } of text.matchAll(FENCE)) {
    const line = `${name}:${text.slice(0, index).split('\n').length}`;
    const path = /^file=(\S+)$/.exec(info)?.[1];
    if (language === 'kir' && path !== undefined) files.set(path, content);
    else if (language === 'kir') programs.push(programOf(info, content, line, usedFiles(content, files)));
    else if (language === 'json') {
      const last = programs.at(-1);
      if (last === undefined || Object.hasOwn(last.checks, info)) throw new Error(`${line}: no program for '${info}'`);
      last.checks[info] = parsed(content, line);
    } else throw new Error(`${line}: neither kir nor json`);
  }
  return programs;
}

/** Returns the files that a source names. These files use no further files. */
function usedFiles(source: string, files: Files): Files {
  return new Map([...files].filter(([path]) => source.includes(`use "${path}"`)));
}

function programOf(info: string, source: string, line: string, files: Files): DocumentedProgram & { checks: Record<string, unknown> } {
  const [[expect = '', reason = ''] = [], ...options] = info.split(' ').map((word) => word.split('='));
  if (expect !== 'closed' && expect !== 'open' && expect !== 'error') throw new Error(`${line}: what is expected?`);
  const name = /^(?:circuit|policy) +\w+/m.exec(source)?.[0] ?? '';
  return {
    title: `${line}: ${name}`,
    source,
    files,
    expect,
    reason,
    options: new Map(options.map(([word = '', value = '']) => [word, value])),
    checks: {},
  };
}

/** Parses JSON as the services do: numbers keep their spelling, and repeated members are rejected. */
function parsed(content: string, line: string): unknown {
  const json = parseJson(content);
  if (!json.ok) throw new Error(`${line}: ${json.message}`);
  return json.json;
}
