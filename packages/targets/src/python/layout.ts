import { BRACKETS, isCloser, isOpener, type Leaf, leavesOf } from './leaves.js';

/**
 * Lays out lines that are too long as the formatter Black 23.1 does (`black/linegen.py`), so that it changes nothing. The names of
 * functions are those of Black.
 */

export const LINE_LENGTH = 88;

/** The priorities of delimiters, at which a line is split: the highest first. */
const DOT_PRIORITY = 1;
const COMMA_PRIORITY = 18;

/** The visits of tokens that are left for a program: lines beyond stay as they are. Deep conditions could take very long. */
export class Effort {
  private left = MAX_VISITS;

  get isExceeded(): boolean {
    return this.left < 0;
  }

  take(visits: number): void {
    this.left -= visits;
    if (this.left < 0) throw new EffortExceeded();
  }
}

const MAX_VISITS = 10_000_000;

class EffortExceeded extends Error {}

/** Returns the lines of a statement, which may be indented, at a depth of blocks. */
export function laidOut(statement: string, around: number, effort: Effort): readonly string[] {
  if (4 * around + measured(statement) <= LINE_LENGTH) return [' '.repeat(4 * around) + statement];
  const text = statement.trimStart();
  const depth = around + (statement.length - text.length) / 4;
  const whole = [' '.repeat(4 * depth) + text];
  if (effort.isExceeded) return whole;
  const isDefinition = text.startsWith('def ');
  try {
    const line = lineOf(leavesOf(text), { depth, isInside: false, isDefinition, isTracked: true, effort });
    return transformLine(line, false).map(textOf);
  } catch (error) {
    if (!(error instanceof EffortExceeded)) throw error;
    return whole;
  }
}

/** Returns a text of statements, each on a line of its own, as the formatter lays it out. */
export function laidOutText(text: string, effort: Effort): string {
  return text
    .split('\n')
    .flatMap((line) => laidOut(line, 0, effort))
    .join('\n');
}

/** Returns the length of a statement with the spaces around each operator of a power. */
function measured(statement: string): number {
  const { length } = statement;
  return length > LINE_LENGTH - 60 && statement.includes('**') ? length + 2 * (statement.split(/\w[*]{2}/).length - 1) : length;
}

interface Line {
  readonly leaves: readonly Leaf[];
  readonly depth: number;
  /** True for the content of brackets, which may be split at its delimiters. */
  readonly isInside: boolean;
  readonly isDefinition: boolean;
  /** The priority of the split after a leaf, outside of brackets. */
  readonly delimiters: ReadonlyMap<Leaf, number>;
  readonly hasInvisible: boolean;
  readonly mustSplit: boolean;
  readonly effort: Effort;
}

interface LineOptions {
  readonly effort: Effort;
  readonly depth: number;
  readonly isInside: boolean;
  readonly isDefinition?: boolean;
  readonly isTracked: boolean;
}

/** A split that the line does not allow. */
class CannotSplit extends Error {}

function lineOf(leaves: readonly Leaf[], { depth, isInside, isDefinition = false, isTracked, effort }: LineOptions): Line {
  effort.take(leaves.length);
  const { delimiters, hasInvisible } = isTracked ? mark(leaves) : { delimiters: new Map<Leaf, number>(), hasInvisible: false };
  return { leaves, depth, isInside, isDefinition, delimiters, hasInvisible, mustSplit: false, effort };
}

/** Returns the delimiters outside of brackets. The variables of a comprehension are inside. */
function mark(leaves: readonly Leaf[]): { readonly delimiters: Map<Leaf, number>; readonly hasInvisible: boolean } {
  const delimiters = new Map<Leaf, number>();
  const loops: number[] = [];
  let depth = 0;
  let hasInvisible = false;
  let previous: Leaf | null = null;
  for (const leaf of leaves) {
    if (depth === 0 && isCloser(leaf)) continue;
    if (leaf.text === 'in' && loops.at(-1) === depth) {
      depth -= 1;
      loops.pop();
    }
    if (isCloser(leaf)) depth -= 1;
    if (depth === 0) {
      const before = previous === null ? 0 : leaf.priority === DOT_PRIORITY && !isCloser(previous) ? 0 : leaf.priority;
      if (before > 0 && previous !== null) delimiters.set(previous, before);
      else if (leaf.text === ',') delimiters.set(leaf, COMMA_PRIORITY);
    }
    if (isOpener(leaf) || leaf.text === 'for') depth += 1;
    if (leaf.text === 'for') loops.push(depth);
    hasInvisible ||= BRACKETS.has(leaf.kind) && leaf.text === '';
    previous = leaf;
  }
  return { delimiters, hasInvisible };
}

function textOf({ leaves, depth }: Line): string {
  return ' '.repeat(4 * depth) + contentOf(leaves);
}

function contentOf(leaves: readonly Leaf[]): string {
  return leaves
    .map(({ space, text, isHugged }) => (isHugged ? text : space + text))
    .join('')
    .trimStart();
}

/** Invisible brackets have no text, but may have the space before them. */
function isShort(line: Line): boolean {
  return lengthOf(line) <= LINE_LENGTH;
}

function lengthOf({ leaves, depth }: Line): number {
  let length = 4 * depth;
  for (const [index, leaf] of leaves.entries()) {
    length += (index === 0 ? 0 : leaf.space.length) + leaf.text.length;
    if (length > LINE_LENGTH) break;
  }
  return length;
}

function transformLine(line: Line, isForced: boolean): readonly Line[] {
  if (!line.mustSplit && isShort(line)) return [line];
  const transformers = line.isDefinition ? [leftHandSplit] : line.isInside ? [delimiterSplit, rhs] : [rhs];
  for (const transform of transformers) {
    try {
      return runTransformer(line, transform, isForced);
    } catch (error) {
      if (!(error instanceof CannotSplit)) throw error;
    }
  }
  return [line];
}

type Transformer = (line: Line, isForced: boolean) => readonly Line[];

function runTransformer(line: Line, transform: Transformer, isForced: boolean): readonly Line[] {
  const whole = textOf(line);
  const result: Line[] = [];
  for (const part of transform(line, isForced)) {
    if (part.leaves.length === line.leaves.length && textOf(part) === whole) throw new CannotSplit('unchanged');
    result.push(...transformLine(part, isForced));
  }
  const [first] = result;
  if (isForced || transform !== rhs || !line.hasInvisible || first === undefined || isShort(first)) return result;
  if (line.leaves.some((leaf) => leaf.wasInvisible && leaf.text !== '')) return result;
  const before = line.leaves.filter((leaf) => leaf.wasInvisible).map((leaf) => ({ leaf, text: leaf.text }));
  for (const { leaf } of before) leaf.text = '';
  const second = attempt(() => runTransformer(line, transform, true));
  return second?.every(isShort) === true ? second : result;
}

function attempt<T>(run: () => T): T | null {
  try {
    return run();
  } catch (error) {
    if (error instanceof CannotSplit) return null;
    throw error;
  }
}

/** Splits a definition at its first brackets. */
function leftHandSplit(line: Line): readonly Line[] {
  const open = line.leaves.findIndex(isOpener);
  const close = line.leaves.findIndex((leaf) => isCloser(leaf) && leaf.partner === line.leaves[open]);
  if (open < 0 || close < 0) throw new CannotSplit('no brackets');
  return partsOf(line, open, close);
}

/** Splits at the delimiters of the highest priority. The last of several items gets a comma. */
function delimiterSplit(line: Line): readonly Line[] {
  const last = line.leaves.at(-1);
  const priorities = [...line.delimiters].filter(([leaf]) => leaf !== last).map(([, priority]) => priority);
  if (last === undefined || priorities.length === 0) throw new CannotSplit('no delimiters');
  const priority = priorities.reduce((a, b) => Math.max(a, b));
  if (priority === DOT_PRIORITY && [...line.delimiters.values()].filter((each) => each === priority).length === 1) {
    throw new CannotSplit('a single attribute');
  }
  const parts: Leaf[][] = [[]];
  for (const leaf of line.leaves) {
    parts.at(-1)?.push(leaf);
    if (line.delimiters.get(leaf) === priority) parts.push([]);
  }
  const ending = parts.at(-1);
  if (ending !== undefined && ending.length > 0 && priority === COMMA_PRIORITY && ending.at(-1)?.text !== ',') ending.push(comma());
  return parts
    .filter((part) => part.length > 0)
    .map((part) => lineOf(part, { depth: line.depth, isInside: true, isTracked: true, effort: line.effort }));
}

function comma(): Leaf {
  return { text: ',', space: '', isHugged: false, kind: 'other', priority: 0, partner: null, isDisplay: false, wasInvisible: false };
}

/** Splits at the last brackets; more of them stay together if the rest of the line fits. */
function rhs(line: Line, isForced: boolean): readonly Line[] {
  for (const omit of trailersToOmit(line)) {
    const lines = rightHandSplit(line, omit, isForced);
    const [first] = lines;
    if (first !== undefined && isShort(first)) return lines;
  }
  return rightHandSplit(line, new Set(), isForced);
}

function rightHandSplit(line: Line, omit: ReadonlySet<Leaf>, isForced: boolean): readonly Line[] {
  return maybeOmitParentheses(firstRightHandSplit(line, omit), line, omit, isForced);
}

interface RightHandSplit {
  readonly head: Line;
  readonly body: Line;
  readonly tail: Line;
  readonly opening: Leaf;
  readonly closing: Leaf;
  readonly parts: readonly Line[];
}

function firstRightHandSplit(line: Line, omit: ReadonlySet<Leaf>): RightHandSplit {
  const { leaves } = line;
  const close = leaves.findLastIndex((leaf) => isCloser(leaf) && !omit.has(leaf));
  const closing = leaves[close];
  const open = closing === undefined ? -1 : leaves.findIndex((leaf) => leaf === closing.partner);
  const opening = leaves[open];
  if (closing === undefined || opening === undefined) throw new CannotSplit('no brackets');
  if (open + 1 === close) {
    // Empty brackets stay together with the tail.
    throw new CannotSplit('an empty body');
  }
  const parts = partsOf(line, open, close);
  const [head, body, tail] = parts;
  if (head === undefined || body === undefined || tail === undefined) throw new CannotSplit('no brackets');
  return { head, body, tail, opening, closing, parts };
}

/** Returns the lines up to the opening bracket, inside the brackets, and from the closing bracket on. */
function partsOf(line: Line, open: number, close: number): readonly Line[] {
  const { leaves, depth, effort } = line;
  const opening = leaves[open];
  const inner = leaves.slice(open + 1, close);
  const isOneOfDefinition = line.isDefinition && inner.length > 0 && !inner.some(({ text }) => text === ',');
  if (isOneOfDefinition) inner.push(comma());
  const head = lineOf(leaves.slice(0, open + 1), { depth, isInside: false, isTracked: false, effort });
  const tail = lineOf(leaves.slice(close), { depth, isInside: false, isTracked: false, effort });
  const body = lineOf(inner, { depth: depth + 1, isInside: true, isTracked: true, effort });
  const mustSplit = opening?.isDisplay === true && highest(body) === COMMA_PRIORITY;
  return [{ ...head, hasInvisible: mark(head.leaves.slice(0, -1)).hasInvisible }, { ...body, mustSplit }, tail].filter(
    (part) => part.leaves.length > 0,
  );
}

function highest({ delimiters, leaves }: Line): number {
  const last = leaves.at(-1);
  const excluded = last?.text === ',' ? last : null;
  return [...delimiters].reduce((most, [leaf, priority]) => (leaf === excluded ? most : Math.max(most, priority)), 0);
}

function maybeOmitParentheses(split: RightHandSplit, line: Line, omit: ReadonlySet<Leaf>, isForced: boolean): readonly Line[] {
  const { body, opening, closing, parts } = split;
  if (!isForced && opening.text === '' && closing.text === '' && canOmitInvisibleParens(body)) {
    const more = new Set([...omit, closing]);
    const without = attempt(() => maybeOmitParentheses(firstRightHandSplit(line, more), line, more, isForced));
    if (without !== null) return without;
    if (!canBeSplit(body) && !isShort(body)) throw new CannotSplit('the body is too long');
  }
  if (opening.text === '') {
    opening.text = '(';
    closing.text = ')';
  }
  return parts;
}

function canBeSplit({ leaves }: Line): boolean {
  const [first, second] = leaves;
  if (first === undefined || second === undefined) return false;
  if (first.kind !== 'string' || second.text !== '.') return true;
  let calls = 0;
  let dots = 0;
  let next = leaves.at(-1);
  for (const leaf of leaves.slice(0, -1).toReversed()) {
    if (next === undefined) return false;
    if (isOpener(leaf)) {
      if (!isCloser(next)) return false;
      calls += 1;
    } else if (leaf.text === '.') dots += 1;
    else if (leaf.kind === 'name') {
      if (next.text !== '.' && !isOpener(next)) return false;
    } else if (!isCloser(leaf)) return false;
    if (dots > 1 && calls > 1) return false;
  }
  return true;
}

function canOmitInvisibleParens(line: Line): boolean {
  const { delimiters, leaves } = line;
  if (delimiters.size === 0) return true;
  const priorities = [...delimiters.values()];
  const most = priorities.reduce((a, b) => Math.max(a, b));
  if (priorities.filter((priority) => priority === most).length > 1) return false;
  if (most === DOT_PRIORITY) return true;
  const [first, second] = leaves;
  const [penultimate, last] = leaves.slice(-2);
  if (first === undefined || second === undefined || penultimate === undefined || last === undefined) return false;
  if (isOpener(first) && !isCloser(second) && canOmitOpeningParen(line, first)) return true;
  const isEnd = last.kind === 'close' && (last.text !== ']' || last.partner?.isDisplay === true) && last.text !== '';
  if (!isEnd || isOpener(penultimate)) return false;
  return canOmitClosingParen(line, last);
}

function canOmitOpeningParen({ leaves, depth }: Line, first: Leaf): boolean {
  let isAfter = false;
  let length = 4 * depth;
  for (const leaf of leaves) {
    if (isCloser(leaf) && leaf.partner === first) isAfter = true;
    if (!isAfter) continue;
    length += leaf.space.length + leaf.text.length;
    if (length > LINE_LENGTH) return false;
    if (isOpener(leaf)) isAfter = false;
  }
  return true;
}

function canOmitClosingParen({ leaves, depth }: Line, last: Leaf): boolean {
  let length = 4 * depth;
  let hasOthers = false;
  for (const leaf of leaves) {
    length += leaf.space.length + leaf.text.length;
    if (leaf === last.partner) {
      if (hasOthers || length <= LINE_LENGTH) return true;
    } else if (isOpener(leaf)) hasOthers = true;
  }
  return false;
}

/** Yields growing sets of closing brackets at which not to split, since the end of the line from them on fits. */
function* trailersToOmit({ leaves, depth }: Line): Generator<ReadonlySet<Leaf>> {
  const omit = new Set<Leaf>();
  yield new Set(omit);
  let length = 4 * depth;
  let opening: Leaf | null = null;
  let closing: Leaf | null = null;
  const inner = new Set<Leaf>();
  for (let index = leaves.length - 1; index >= 0; index -= 1) {
    const leaf = leaves[index];
    if (leaf === undefined) return;
    length += leaf.space.length + leaf.text.length;
    if (length > LINE_LENGTH) return;
    const previous = leaves[index - 1];
    if (opening !== null) {
      if (leaf === opening) opening = null;
      else if (isCloser(leaf)) inner.add(leaf);
    } else if (isCloser(leaf)) {
      if (previous !== undefined && isOpener(previous)) {
        inner.add(leaf);
        continue;
      }
      if (closing !== null) {
        omit.add(closing);
        for (const each of inner) omit.add(each);
        inner.clear();
        yield new Set(omit);
      }
      if (leaf.text !== '') {
        opening = leaf.partner;
        closing = leaf;
      }
    }
  }
}
