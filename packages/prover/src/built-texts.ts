import { containsText, type TextsByClass } from '@kirchhoff/kernel/abstract/abstract';
import type { Core, Graph, Node, NodeId } from '@kirchhoff/kernel/graph/graph';
import { monomerAt } from '@kirchhoff/kernel/monomers/catalog';
import { add, type Int, subtract } from '@kirchhoff/kernel/types/integer';
import { encodeBase64 } from '@kirchhoff/kernel/values/base64';
import { codePointLength } from '@kirchhoff/kernel/values/text';
import { lettersOf } from '@kirchhoff/kernel/values/text-samples';

/** The texts that a program searches for, from which test inputs are built that it may accept or fail on. */
export interface TextShapes {
  readonly prefixes: readonly string[];
  readonly suffixes: readonly string[];
  readonly parts: readonly string[];
  readonly separators: readonly string[];
  /** Texts that match a pattern of the program. */
  readonly matching: readonly string[];
  /** The characters that `CODE_AT` is compared with, by position. */
  readonly characters: ReadonlyMap<number, string>;
  /** The literals of the program in the spellings that its parsing operations read. */
  readonly spellings: readonly string[];
  /** Integers of the program that may be compared with a length or a number of parts. */
  readonly lengths: readonly number[];
}

const MAX_OF_A_KIND = 12;
const MAX_SPELLINGS = 96;
const MAX_BUILT = 160;
const MAX_DRAFTS = 2_000;
const MAX_LENGTHS = 6;
/** Built texts are not longer than this, unless the view requires it. */
const MAX_LENGTH = 64;
/** Limit for the least length of a view. No texts are built for a view of longer ones. */
const MAX_LEAST = 1_024;
const MAX_PARTS = 12;

/** Returns the shapes from the literals of a program; null if it has no operation that searches texts. */
export function textShapesOf(core: Core, integers: readonly Int[]): TextShapes | null {
  const graphs = [...core.graphs, ...core.components];
  const seen = new Seen();
  for (const graph of graphs) for (const node of graph.nodes) seen.look(graph, node);
  return seen.shapes(integers);
}

/** Collects the operands of text operations. */
class Seen {
  private readonly sets = {
    prefixes: new Set<string>(),
    suffixes: new Set<string>(),
    parts: new Set<string>(),
    separators: new Set<string>(),
  };
  private readonly patterns = new Set<string>();
  private readonly characters = new Map<number, string>();
  private readonly literals: Uint8Array[] = [];
  private readonly operations = new Set<string>();

  look(graph: Graph, node: Node): void {
    if (node.op === 'literal' && node.value instanceof Uint8Array && this.literals.length < MAX_OF_A_KIND) this.literals.push(node.value);
    if (node.op !== 'apply') return;
    const { name } = monomerAt(node.monomer);
    this.operations.add(name);
    const [first, second] = node.operands;
    switch (name) {
      case 'STARTS_WITH':
        return addText(this.sets.prefixes, graph, second);
      case 'ENDS_WITH':
        return addText(this.sets.suffixes, graph, second);
      case 'INCLUDES':
      case 'INDEX_OF':
      case 'REPLACE':
        return addText(this.sets.parts, graph, second);
      case 'SPLIT':
        return addText(this.sets.separators, graph, second);
      case 'MATCHES_GLOB':
        for (const pattern of node.literals) if (typeof pattern === 'string') this.patterns.add(pattern);
        return;
      case 'EQ':
        this.compare(graph, first, second);
        this.compare(graph, second, first);
        return;
      default:
    }
  }

  shapes(integers: readonly Int[]): TextShapes | null {
    const { prefixes, suffixes, parts, separators } = this.sets;
    const lengths = integers.filter((value): value is number => typeof value === 'number' && value >= 0 && value <= MAX_LENGTH);
    const spellings = spellingsFor(this.operations, integers, this.literals, lengths).slice(0, MAX_SPELLINGS);
    const looks = [...prefixes, ...suffixes, ...parts, ...separators, ...this.patterns, ...spellings];
    if (looks.length === 0 && this.characters.size === 0 && !this.operations.has('TEXT_LENGTH')) return null;
    return {
      prefixes: few(prefixes),
      suffixes: few(suffixes),
      parts: few(parts),
      separators: few(separators),
      matching: few(this.patterns).flatMap((pattern) => matchesOf(pattern)),
      characters: this.characters,
      spellings,
      lengths: [...new Set(lengths.flatMap((length) => [length, length + 1]))],
    };
  }

  /** Records the comparison `CODE_AT(t, i) == c`. */
  private compare(graph: Graph, read: NodeId | undefined, code: NodeId | undefined): void {
    const node = read === undefined ? undefined : graph.nodes[read];
    if (node?.op !== 'apply' || monomerAt(node.monomer).name !== 'CODE_AT' || this.characters.size >= MAX_OF_A_KIND) return;
    const [position, character] = [literalAt(graph, node.operands[1]), literalAt(graph, code)];
    if (typeof position !== 'number' || typeof character !== 'number' || !isCharacter(character)) return;
    if (position >= 0 && position < MAX_LENGTH && !this.characters.has(position)) {
      this.characters.set(position, String.fromCodePoint(character));
    }
  }
}

function addText(to: Set<string>, graph: Graph, node: NodeId | undefined): void {
  const value = literalAt(graph, node);
  if (typeof value === 'string' && value.length <= MAX_LENGTH) to.add(value);
}

function literalAt(graph: Graph, node: NodeId | undefined): unknown {
  const literal = node === undefined ? undefined : graph.nodes[node];
  return literal?.op === 'literal' ? literal.value : undefined;
}

function isCharacter(code: number): boolean {
  return code >= 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}

function few(texts: ReadonlySet<string>): readonly string[] {
  return [...texts].slice(0, MAX_OF_A_KIND);
}

/** Returns two texts that match a pattern: each `*` is replaced by the empty text or by a letter. */
function matchesOf(pattern: string): readonly string[] {
  return ['', 'a'].map((run) =>
    pattern.replaceAll(/\\(?<quoted>.)|[*?]/gsu, (written, quoted?: string) => quoted ?? (written === '*' ? run : 'a')),
  );
}

/** Returns the literals and their neighbours as texts, in the spelling of each parsing operation of the program. */
function spellingsFor(
  operations: ReadonlySet<string>,
  integers: readonly Int[],
  literals: readonly Uint8Array[],
  lengths: readonly number[],
): readonly string[] {
  const near = [...new Set([0, 1, ...integers].flatMap((value) => [value, subtract(value, 1), add(value, 1)]))];
  const bytes = [...literals, ...lengths.map((length) => new Uint8Array(length))];
  const spellings: string[] = [];
  if (operations.has('PARSE_INT')) spellings.push(...near.map(String));
  if (operations.has('PARSE_HEX')) spellings.push(...bytes.map(hexOf), ...near.flatMap(hexOfInteger));
  if (operations.has('PARSE_BASE64')) spellings.push(...bytes.map(encodeBase64));
  if (operations.has('PARSE_DATE')) spellings.push('2000-02-29', ...near.flatMap(dateOf));
  if (operations.has('PARSE_IPV4')) spellings.push(...near.flatMap(addressOf));
  if (operations.has('COMPARE_SEMVER')) spellings.push('0.0.0', '1.0.0', '1.2.3', '1.2.3-a');
  return [...new Set(spellings)];
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the hexadecimal digits, of even number; empty for a negative integer. */
function hexOfInteger(value: Int): readonly string[] {
  const digits = value.toString(16);
  return value < 0 ? [] : [digits.length % 2 === 0 ? digits : `0${digits}`];
}

const DAY_MS = 86_400_000;
/** 0001-01-01 and 9999-12-31, in days since 1970-01-01. */
const FIRST_DAY = -719_162;
const LAST_DAY = 2_932_896;

function dateOf(days: Int): readonly string[] {
  return days < FIRST_DAY || days > LAST_DAY ? [] : [new Date(Number(days) * DAY_MS).toISOString().slice(0, 10)];
}

function addressOf(value: Int): readonly string[] {
  return value < 0 || value > 0xffffffff ? [] : [[24, 16, 8, 0].map((shift) => (Number(value) >>> shift) & 0xff).join('.')];
}

/**
 * Builds texts of a view from a program's shapes: prefix, parts and suffix, separated by letters of the class. Their lengths come
 * from the view and from the program. Texts that match its patterns and the spellings of its literals are added.
 */
export function builtTexts(shapes: TextShapes, view: TextsByClass): readonly string[] {
  if (view.lo > MAX_LEAST) return [];
  const built = new Set<string>();
  let left = MAX_DRAFTS;
  for (const text of drafts(shapes, view)) {
    if (left === 0 || built.size === MAX_BUILT) break;
    left -= 1;
    if (containsText(view, text)) built.add(text);
  }
  return [...built];
}

/** Yields candidates: combinations of several shapes first, single shapes last. */
function* drafts(shapes: TextShapes, view: TextsByClass): Generator<string> {
  const { prefixes, suffixes, spellings, matching } = shapes;
  const letters = lettersOf(view.characters, ['a', '0', 'A']).slice(0, 3);
  for (const text of spellings) yield* fitted(text, view);
  yield* matching;
  const middles = middlesOf(shapes, letters[0] ?? 'a');
  for (const letter of letters) {
    for (const middle of middles) {
      for (const prefix of [...prefixes, '']) {
        for (const suffix of [...suffixes, '']) yield* inLengths({ prefix, middle, suffix }, letter, shapes, view);
      }
    }
  }
}

/** Returns a spelling; digits get leading zeros if the view requires a longer text. */
function fitted(text: string, { lo }: TextsByClass): readonly string[] {
  return text.length < lo && lo <= MAX_LENGTH && /^\d+$/.test(text) ? [text.padStart(lo, '0')] : [text];
}

/**
 * Returns the middle parts: all parts joined, lists with as many items as the program may ask for, each part alone, and numbers.
 */
function middlesOf({ parts, separators, lengths, spellings }: TextShapes, letter: string): readonly string[] {
  const counts = lengths.filter((count) => count > 1 && count <= MAX_PARTS);
  const items = spellings.length === 0 ? [letter] : [letter, spellings[0] ?? letter];
  const listed = separators.flatMap((separator) =>
    counts.flatMap((count) => items.map((item) => Array.from({ length: count }, () => item).join(separator))),
  );
  const all = parts.length > 1 ? [parts.join(letter)] : [];
  return [...new Set([...all, ...listed, ...parts, '', ...spellings.slice(0, 4)])];
}

interface Pieces {
  readonly prefix: string;
  readonly middle: string;
  readonly suffix: string;
}

/** Yields the pieces in every candidate length, filled up with letters; also with the compared characters at their positions. */
function* inLengths({ prefix, middle, suffix }: Pieces, letter: string, shapes: TextShapes, view: TextsByClass): Generator<string> {
  const shortest = codePointLength(prefix) + codePointLength(middle) + codePointLength(suffix);
  for (const length of lengthsFrom(shortest, shapes.lengths, view)) {
    const fill = length - shortest;
    // Letters stand before and after the middle, so that it neither begins nor ends the text.
    const before = middle === '' ? 0 : Math.ceil(fill / 2);
    const text = `${prefix}${letter.repeat(before)}${middle}${letter.repeat(fill - before)}${suffix}`;
    if (shapes.characters.size > 0) yield withCharacters(text, shapes.characters);
    yield text;
  }
}

function lengthsFrom(shortest: number, wanted: readonly number[], { lo, hi }: TextsByClass): readonly number[] {
  const least = Math.max(shortest, lo);
  const lengths = [least, least + 2, ...wanted, Math.min(hi, MAX_LENGTH)];
  return [...new Set(lengths)].filter((length) => length >= shortest && lo <= length && length <= hi).slice(0, MAX_LENGTHS);
}

function withCharacters(text: string, characters: ReadonlyMap<number, string>): string {
  return Array.from(text, (character, position) => characters.get(position) ?? character).join('');
}
