/**
 * Pretty printing in linear time (after Oppen, "Prettyprinting", 1980, with consistent groups only): a flat list of parts, in
 * which a group fits on one line or breaks at all its breaks.
 */
export type LayoutPart = string | Mark | Later;

/** Parts that are made only when they are rendered, so that depth costs no stack. */
export type Later = () => readonly LayoutPart[];

export type Mark =
  /** A new line if the group is broken, else `flat`. */
  | { readonly mark: 'break'; readonly flat: string }
  /** Always a new line; `; ` if everything has to be on one line. */
  | { readonly mark: 'line' }
  /** At least one space. The texts after all spaces with the same number begin at the same column. */
  | { readonly mark: 'align'; readonly group: number }
  | { readonly mark: 'indent' | 'dedent' | 'group' | 'end' };

export const LINE: Mark = { mark: 'line' };
export const SPACE: Mark = { mark: 'break', flat: ' ' };
export const NOTHING: Mark = { mark: 'break', flat: '' };
/** The break between entries that are separated by a comma or a new line. */
export const COMMA: Mark = { mark: 'break', flat: ', ' };
export const INDENT: Mark = { mark: 'indent' };
export const DEDENT: Mark = { mark: 'dedent' };
export const GROUP: Mark = { mark: 'group' };
export const END: Mark = { mark: 'end' };

const WIDTH = 100;
const INDENTATION = '  ';

/** Renders everything on one line. */
export function renderOnOneLine(parts: readonly LayoutPart[]): string {
  return expand(parts).map(flatText).join('');
}

/** Renders the parts in lines of at most 100 characters, if breaks permit it. */
export function render(parts: readonly LayoutPart[]): string {
  const flat = expand(parts);
  const broken = brokenGroups(flat);
  const printer = new Printer();
  for (const [index, part] of flat.entries()) {
    if (typeof part === 'string') printer.text(part);
    else printer.mark(part, () => broken(index, printer.column));
  }
  return printer.finish();
}

function expand(parts: readonly LayoutPart[]): readonly (string | Mark)[] {
  const done: (string | Mark)[] = [];
  const waiting: LayoutPart[] = parts.toReversed();
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (typeof part !== 'function') {
      done.push(part);
      continue;
    }
    const made = part();
    for (let i = made.length - 1; i >= 0; i -= 1) {
      const next = made[i];
      if (next !== undefined) waiting.push(next);
    }
  }
  return done;
}

function flatText(part: string | Mark): string {
  if (typeof part === 'string') return part;
  if (part.mark === 'break') return part.flat;
  if (part.mark === 'align') return ' ';
  return part.mark === 'line' ? '; ' : '';
}

/** Returns true if the group that opens at an index has to break when it begins at a column. */
function brokenGroups(parts: readonly (string | Mark)[]): (index: number, column: number) => boolean {
  const widths = new Map<number, number>();
  const open: { readonly index: number; readonly before: number; readonly lines: number }[] = [];
  let width = 0;
  let lines = 0;
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'string' || part.mark === 'break') width += flatText(part).length;
    else if (part.mark === 'line') lines += 1;
    else if (part.mark === 'group') open.push({ index, before: width, lines });
    else if (part.mark === 'end') {
      const group = open.pop();
      if (group !== undefined) widths.set(group.index, group.lines === lines ? width - group.before : Number.POSITIVE_INFINITY);
    }
  }
  return (index, column) => column + (widths.get(index) ?? 0) > WIDTH;
}

class Printer {
  private readonly written: string[] = [];
  private readonly groups: boolean[] = [];
  /** The positions of the spaces of alignments in the output. */
  private readonly alignments: { readonly at: number; readonly group: number }[] = [];
  private depth = 0;
  private atLineStart = true;
  private length = 0;

  get column(): number {
    return this.atLineStart ? this.depth * INDENTATION.length : this.length;
  }

  text(text: string): void {
    if (text === '') return;
    if (this.atLineStart) {
      this.length = this.column;
      // Written only if a text follows: an empty line has no spaces.
      this.written.push(INDENTATION.repeat(this.depth));
      this.atLineStart = false;
    }
    this.written.push(text);
    this.length += text.length;
  }

  mark(mark: Mark, breaks: () => boolean): void {
    switch (mark.mark) {
      case 'break':
        if (this.groups.at(-1) ?? true) this.line();
        else this.text(mark.flat);
        break;
      case 'line':
        this.line();
        break;
      case 'indent':
        this.depth += 1;
        break;
      case 'dedent':
        this.depth -= 1;
        break;
      case 'group':
        // Inside a group on one line, all inner groups are on that line too.
        this.groups.push((this.groups.at(-1) ?? true) && breaks());
        break;
      case 'align':
        this.alignments.push({ at: this.written.length, group: mark.group });
        this.text(' ');
        break;
      case 'end':
        this.groups.pop();
        break;
    }
  }

  finish(): string {
    this.align();
    return `${this.written.join('').trimEnd()}\n`;
  }

  /** Widens the spaces of each alignment to the widest line of its group, in code points. */
  private align(): void {
    const columns = this.columnsOf(this.alignments.map(({ at }) => at));
    const widest = new Map<number, number>();
    this.alignments.forEach(({ group }, i) => widest.set(group, Math.max(widest.get(group) ?? 0, columns[i] ?? 0)));
    this.alignments.forEach(({ at, group }, i) => {
      this.written[at] = ' '.repeat(1 + (widest.get(group) ?? 0) - (columns[i] ?? 0));
    });
  }

  /** Returns the columns at which the pieces at these ascending positions begin. */
  private columnsOf(positions: readonly number[]): readonly number[] {
    const columns: number[] = [];
    let column = 0;
    for (const [at, text] of this.written.entries()) {
      if (positions[columns.length] === at) columns.push(column);
      column = text === '\n' ? 0 : column + Array.from(text).length;
    }
    return columns;
  }

  private line(): void {
    // The first line of a file is not empty.
    if (this.written.length > 0) this.written.push('\n');
    this.atLineStart = true;
  }
}
