/** The result of the platform's parser; `at` is the index of the faulty character, if it is known. */
export type ParsedJson = { readonly kind: 'json'; readonly value: unknown } | { readonly kind: 'wrong'; readonly at: number | undefined };

/** Members and elements that the platform's parser reads at once: half a millisecond. */
export const PARTS_OF_A_PIECE = 1_000;

/** Reads as Infinity, which no schema and no domain takes for an integer. */
const NOT_AN_INTEGER = '1e999';

type Opener = '{' | '[';
const CLOSER = { '{': '}', '[': ']' } as const;
const EMPTY = { '{': '{}', '[': '[]' } as const;

/** An object or array, which the scan is in. */
interface Container {
  readonly opener: Opener;
  readonly start: number;
  /** The value that receives the pieces; `undefined` until a piece is cut from it, or from an open container in it. */
  value: unknown[] | Record<string, unknown> | undefined;
  /** No piece has what stands from here on. */
  uncut: number;
  /** The last comma between its members since then. */
  comma: number | undefined;
  /** The name of the member that is open; '' in an array. */
  name: string;
  /** The first of the uncut members, if it is cut itself. */
  pieced: Pieced | undefined;
}

/** Some members of a container, one at least. */
interface Piece {
  readonly container: Container;
  readonly pieced: Pieced | undefined;
  readonly start: number;
  readonly end: number;
  /** Ranges of the numbers that are replaced because they are no integers. */
  readonly replaced: readonly Range[];
}

interface Range {
  readonly start: number;
  readonly end: number;
}

interface Pieced {
  readonly child: Container;
  readonly name: string;
  /** The text before the child: the name and its colon. */
  readonly before: string;
}

/**
 * Reads a JSON text by the platform's parser in pieces: it cannot be interrupted, and takes 25 ms for 60,000 members. A
 * scan says where containers and commas are, and only when all of it has passed are the pieces read. What it says need not
 * be right: a part of the text is an object if it is `{`, pieces with commas between them and `}`, and `{` with each piece
 * and `}` is an object that is not empty. A text with an object in it is a JSON text if it is one with `{}` in its place.
 */
export class JsonPieces {
  readonly #text: string;
  readonly #partsOfPiece: number;
  readonly #open: Container[] = [];
  readonly #pieces: Piece[] = [];
  /** Those since the last cut. */
  #replaced: Range[] = [];
  #parts = 0;
  #root: { readonly container: Container; readonly end: number } | undefined;
  #read = 0;
  #wrong: Extract<ParsedJson, { kind: 'wrong' }> | undefined;

  constructor(text: string, partsOfPiece = PARTS_OF_A_PIECE) {
    this.#text = text;
    this.#partsOfPiece = partsOfPiece;
  }

  /** A container begins at this character. */
  enter(opener: Opener, start: number): void {
    this.#open.push({ opener, start, value: undefined, uncut: start + 1, comma: undefined, name: '', pieced: undefined });
  }

  /** The innermost object has a member of this name. */
  member(name: string): void {
    const container = this.#open.at(-1);
    if (container !== undefined) container.name = name;
    this.#parts += 1;
  }

  /** The innermost array has an element. */
  element(): void {
    this.#parts += 1;
  }

  /** A number that stands here is no plain integer. */
  replace(start: number, end: number): void {
    this.#replaced.push({ start, end });
  }

  /** There is a comma between members of the innermost container. */
  comma(at: number): void {
    const container = this.#open.at(-1);
    if (container === undefined) return;
    container.comma = at;
    if (this.#parts >= this.#partsOfPiece) this.#cut();
  }

  /** The innermost container ends at this character. */
  leave(at: number): void {
    const container = this.#open.pop();
    if (container?.value === undefined) return;
    if (this.#text[at] !== CLOSER[container.opener]) this.#goesWrong(at);
    this.#cutOff(container, at);
    const parent = this.#open.at(-1);
    if (parent === undefined) this.#root ??= { container, end: at };
    else {
      // Between two cut members the remaining text has no content, if it has no comma.
      if (parent.pieced?.child !== container) this.#goesWrong(container.start);
      parent.uncut = at + 1;
    }
  }

  /**
   * Reads what the scan has passed, all of the text.
   * @param isInterrupted is asked after each piece
   * @returns `undefined` if it was interrupted
   */
  read(isInterrupted: () => boolean): ParsedJson | undefined {
    if (this.#open.some(({ value }) => value !== undefined)) this.#goesWrong(this.#text.length);
    while (this.#wrong === undefined && this.#read < this.#pieces.length) {
      this.#readPiece(this.#pieces[this.#read]);
      this.#read += 1;
      if (isInterrupted()) return undefined;
    }
    if (this.#wrong !== undefined) return this.#wrong;
    if (this.#root === undefined) return this.#parse('', { start: 0, end: this.#text.length, replaced: this.#replaced }, '');
    const { container, end } = this.#root;
    const before = this.#text.slice(0, container.start) + EMPTY[container.opener];
    const around = this.#parse(before, { start: end + 1, end: this.#text.length, replaced: [] }, '');
    return around.kind === 'json' ? { kind: 'json', value: container.value } : around;
  }

  /** Cuts the members that are complete off each open container. */
  #cut(): void {
    for (const [depth, container] of this.#open.entries()) {
      if (container.comma !== undefined) {
        this.#cutOff(container, container.comma);
        container.uncut = container.comma + 1;
        container.comma = undefined;
      }
      container.value ??= container.opener === '[' ? [] : {};
      const child = this.#open[depth + 1];
      if (child === undefined || container.pieced !== undefined) continue;
      container.pieced = { child, name: container.name, before: this.#text.slice(container.uncut, child.start) };
    }
    this.#replaced = [];
    this.#parts = 0;
  }

  #cutOff(container: Container, end: number): void {
    this.#pieces.push({ container, pieced: container.pieced, start: container.uncut, end, replaced: this.#replaced });
    container.pieced = undefined;
  }

  #readPiece(piece: Piece | undefined): void {
    if (piece === undefined) return;
    const { container, pieced, end } = piece;
    const before = container.opener + (pieced === undefined ? '' : pieced.before + EMPTY[pieced.child.opener]);
    const parsed = this.#parse(before, piece, CLOSER[container.opener]);
    if (parsed.kind === 'wrong') this.#goesWrong(parsed.at);
    else if (!addTo(container.value, parsed.value, pieced)) this.#goesWrong(end);
  }

  #goesWrong(at: number | undefined): void {
    this.#wrong ??= { kind: 'wrong', at };
  }

  /** Parses a part of the text between others. */
  #parse(before: string, part: Omit<Piece, 'container' | 'pieced'>, after: string): ParsedJson {
    const unreplaced = this.#text.slice(part.start, part.end);
    const replaced = this.#withReplaced(part);
    const parsed = parse(before + replaced + after);
    if (parsed.kind === 'json') return parsed;
    // Replacement moves indices: the unchanged text gives the place of the fault.
    const wrong = replaced === unreplaced ? parsed : parse(before + unreplaced + after);
    const at = wrong.kind === 'wrong' ? wrong.at : undefined;
    return { kind: 'wrong', at: at === undefined ? undefined : at - before.length + part.start };
  }

  #withReplaced({ start, end, replaced }: Omit<Piece, 'container' | 'pieced'>): string {
    const parts: string[] = [];
    let copied = start;
    for (const number of replaced) {
      if (number.start < copied || number.end > end) continue;
      parts.push(this.#text.slice(copied, number.start), NOT_AN_INTEGER);
      copied = number.end;
    }
    parts.push(this.#text.slice(copied, end));
    return parts.join('');
  }
}

/** Adds the parsed members of a container to its earlier ones; false if the parsed value is no container. */
function addTo(container: Container['value'], read: unknown, pieced: Pieced | undefined): boolean {
  if (Array.isArray(container) && Array.isArray(read)) {
    if (pieced !== undefined) read[0] = pieced.child.value;
    for (const element of read) container.push(element);
    return read.length > 0;
  }
  if (Array.isArray(container) || container === undefined || typeof read !== 'object' || read === null) return false;
  const members = Object.entries(read);
  for (const [name, value] of members) define(container, name, pieced?.name === name ? pieced.child.value : value);
  return members.length > 0;
}

function define(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}

function parse(text: string): ParsedJson {
  try {
    const value: unknown = JSON.parse(text);
    return { kind: 'json', value };
  } catch (error) {
    const place = error instanceof Error ? /at position (\d+)/.exec(error.message)?.[1] : undefined;
    return { kind: 'wrong', at: place === undefined ? undefined : Number(place) };
  }
}
