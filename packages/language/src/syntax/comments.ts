import type { Int } from '@kirchhoff/kernel/types/integer';
import type { Partners } from './brackets.js';
import { pairBrackets } from './brackets.js';
import type { Setting } from './format-expression.js';
import { type LayoutPart, LINE } from './layout.js';
import type { LexedSource } from './lexer.js';
import type { Comment, Token } from './token.js';
import type { TokenPlaces } from './token-places.js';

/** The parts of a source beyond its tree: comments, empty lines, the spelling of literals, closing brackets. */
export class SourceSetting implements Setting {
  private readonly tokens: readonly Token[];
  private readonly places: TokenPlaces;
  private readonly comments: readonly Comment[];
  private readonly partners: Partners;
  private readonly enclosers: Int32Array;
  private readonly indexes: ReadonlyMap<number, number>;
  private readonly lines: readonly string[];
  private readonly groups: ReadonlyMap<Comment, number>;
  private taken = 0;

  constructor(source: string, { tokens, places, comments }: LexedSource) {
    this.tokens = tokens;
    this.places = places;
    this.comments = comments;
    this.partners = pairBrackets(tokens);
    this.enclosers = enclosersOf(tokens);
    this.indexes = new Map(tokens.map((_, index) => [places.offsetOf(index), index]));
    this.lines = source.split('\n');
    this.groups = alignedGroups(comments);
  }

  integer(_value: Int, offset: number): string {
    const index = this.indexAt(offset);
    const text = this.tokens[index]?.text ?? '';
    return text === '-' ? `-${this.tokens[index + 1]?.text ?? ''}` : text;
  }

  commentsBefore(offset: number, firstInside: boolean): readonly LayoutPart[] {
    const parts: LayoutPart[] = [];
    for (
      let comment = this.comments[this.taken];
      comment !== undefined && comment.span.offset < offset;
      comment = this.comments[this.taken]
    ) {
      this.taken += 1;
      const first = parts.length === 0;
      if (first && comment.trailing) parts.push({ mark: 'align', group: this.groups.get(comment) ?? 0 }, comment.text);
      else if (!comment.trailing && this.emptyAbove(comment.span.line) && !(first && firstInside)) parts.push(LINE, LINE, comment.text);
      else parts.push(LINE, comment.text);
    }
    return parts;
  }

  closing(offset: number): number {
    const index = this.indexAt(offset);
    // A value without braces (of an arm) counts as closed at its beginning: no comment precedes that.
    if (this.tokens[index]?.text !== '{') return offset;
    return this.offsetOf(this.partners[index] ?? -1);
  }

  enclosing(offset: number): number {
    const opener = this.enclosers[this.indexAt(offset)] ?? -1;
    return opener === -1 ? Number.POSITIVE_INFINITY : this.offsetOf(this.partners[opener] ?? -1);
  }

  emptyAbove(line: number): boolean {
    return line > 1 && (this.lines[line - 2] ?? '').trim() === '';
  }

  /** Returns the end of the body of the item whose keyword is at `offset`: its first brace that does not belong to an `enum`. */
  bodyEnd(offset: number): number {
    let index = this.indexAt(offset);
    while (index < this.tokens.length) {
      const text = this.tokens[index]?.text;
      const partner = this.partners[index] ?? -1;
      if (text === '{' && this.tokens[index - 1]?.text !== 'enum') return this.offsetOf(partner);
      index = partner > index ? partner + 1 : index + 1;
    }
    return Number.POSITIVE_INFINITY;
  }

  areApart(inner: number, outer: number): boolean {
    return this.enclosers[this.indexAt(inner)] !== this.enclosers[this.indexAt(outer)];
  }

  beginsLine(offset: number): boolean {
    return this.tokens[this.indexAt(offset)]?.newlineBefore ?? false;
  }

  private indexAt(offset: number): number {
    return this.indexes.get(offset) ?? 0;
  }

  private offsetOf(index: number): number {
    return this.tokens[index] === undefined ? Number.POSITIVE_INFINITY : this.places.offsetOf(index);
  }
}

/** By comment, the number of its group. Comments after code on consecutive lines at one column are a group, and stay aligned. */
function alignedGroups(comments: readonly Comment[]): ReadonlyMap<Comment, number> {
  const groups = new Map<Comment, number>();
  let group = 0;
  for (const [index, comment] of comments.entries()) {
    const before = comments[index - 1];
    if (before?.trailing !== true || !comment.trailing || before.span.column !== comment.span.column) group += 1;
    groups.set(comment, group);
  }
  return groups;
}

/** Returns for every token the innermost enclosing bracket, -1 outside of all. The brackets of a valid source all pair. */
function enclosersOf(tokens: readonly Token[]): Int32Array {
  const enclosers = new Int32Array(tokens.length).fill(-1);
  const open: number[] = [];
  for (const [index, { text }] of tokens.entries()) {
    if (text === ')' || text === ']' || text === '}') open.pop();
    enclosers[index] = open.at(-1) ?? -1;
    if (text === '(' || text === '[' || text === '{') open.push(index);
  }
  return enclosers;
}
