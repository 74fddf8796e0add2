import { SOURCE_BYTES } from '@kirchhoff/kernel/limits';
import { read } from '@kirchhoff/language/program/read';
import { RESERVED_WORDS } from '@kirchhoff/language/syntax/grammar';
import { Draws } from './draws.js';
import { MONSTERS, type Monster, sizesOf } from './monsters.js';

const CIRCUIT = 'circuit c {\n';
/** Predefined names of the language, besides the reserved words. */
const GIVEN: ReadonlySet<string> = new Set(['i64', 'u8', 'result', 'for', 'count', 'text', 'bytes', 'map', 'any', 'all']);

/** The order of statements; `=` stands for wires. */
const ORDER = ['input', 'output', 'require', '=', 'ensure'];

function kindOf(line: string): string {
  return ORDER.find((kind) => line.startsWith(`${kind} `)) ?? '=';
}

/** The forms with one circuit. Policies and texts that are not programs are skipped. */
const FORMS = MONSTERS.filter((monster) => monster.source(2).includes(CIRCUIT) && read(monster.source(2)).ok);

/**
 * Returns the name and the source of two or three forms combined in one circuit. A seed determines the forms and their shares of
 * the longest source.
 *
 * @param longest In bytes. Default: the limit for sources. Each form has at least its least size.
 */
export function combinedMonster(seed: number, longest = SOURCE_BYTES): { readonly name: string; readonly source: string } {
  const draws = new Draws(seed);
  const count = draws.between(2, 3);
  const parts = Array.from({ length: count }, (_, index) => {
    const monster = draws.from(FORMS);
    if (monster === undefined) throw new Error('there are no forms');
    const most = Math.floor(longest / count / draws.pick([1, 1, 4, 16, 64])) - CIRCUIT.length;
    const size = largest(monster, most, index);
    return { name: `${monster.name}, ${size}`, ...partsOf(renamed(monster.source(size), index)) };
  });
  const befores = parts.map(({ before }) => before).join('');
  const lines = parts.flatMap(({ body }) => body.split('\n'));
  const bodies = ORDER.flatMap((kind) => lines.filter((line) => kindOf(line) === kind)).join('\n');
  return { name: parts.map(({ name }) => name).join(' + '), source: `${befores}${CIRCUIT}${bodies}\n}\n` };
}

function largest(monster: Monster, most: number, index: number): number {
  const named: Monster = { name: monster.name, source: (size) => renamed(monster.source(size), index) };
  return sizesOf(named, Math.max(most, named.source(1).length))[0] ?? 1;
}

/** Returns the source with fresh names: forms with different numbers share no name. */
function renamed(source: string, index: number): string {
  const letter = 'abc'[index] ?? '';
  if (index === 0) return source;
  return source.replaceAll(/"[^"]*"|\d\w*|[A-Za-z]\w*/g, (token) => {
    if (!isName(token)) return token;
    return /^[A-Z]/.test(token) ? `${token}${letter.toUpperCase()}` : `${token}_${letter}`;
  });
}

function isName(token: string): boolean {
  return /^(?:[a-z]|[A-Z]\d*$)/.test(token) && !RESERVED_WORDS.has(token) && !GIVEN.has(token);
}

function partsOf(source: string): { readonly before: string; readonly body: string } {
  const [before = '', body = ''] = source.split(/circuit c(?:_[bc])? \{\n/);
  return { before, body: body.slice(0, body.lastIndexOf('\n}')) };
}
