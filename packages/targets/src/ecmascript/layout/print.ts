import type { Document, Group } from './document.js';

/** The greatest length of a line. */
export const WIDTH = 140;

const INDENTATION = 2;

/** A document that has to be printed. */
interface Command {
  readonly document: Document;
  readonly indentation: number;
  readonly isFlat: boolean;
}

/** Returns the lines of a document: each group stands on one line if it fits there. The first line has its indentation, too. */
export function printed(document: Document, indentation: number): readonly string[] {
  return new Printer(indentation).print(document, indentation);
}

class Printer {
  private readonly lines: string[] = [];
  private line: string;
  /** The commands to come, the next one last. */
  private readonly pending: Command[] = [];
  private readonly broken = new Set<Group>();

  constructor(indentation: number) {
    this.line = ' '.repeat(indentation);
  }

  print(whole: Document, indentation: number): readonly string[] {
    this.pending.push({ document: whole, indentation, isFlat: false });
    for (let next = this.pending.pop(); next !== undefined; next = this.pending.pop()) this.step(next);
    return [...this.lines, this.line];
  }

  private step(command: Command): void {
    const { document, indentation, isFlat } = command;
    if (typeof document === 'string') {
      this.line += document;
      return;
    }
    if (!('kind' in document)) {
      for (let index = document.length - 1; index >= 0; index -= 1) this.push(document[index], command);
      return;
    }
    switch (document.kind) {
      case 'line':
        if (isFlat && document.mode !== 'hard') this.line += document.mode === 'space' ? ' ' : '';
        else this.newLine(indentation);
        return;
      case 'indent': {
        const isIndented = document.ifBroken === null || this.broken.has(document.ifBroken);
        this.pending.push({ document: document.contents, indentation: indentation + (isIndented ? INDENTATION : 0), isFlat });
        return;
      }
      case 'group':
        return this.group(document, command);
      case 'ifBroken':
        return this.push(isFlat ? document.flat : document.broken, command);
      case 'fill':
        return this.fill(document.items, indentation);
    }
  }

  private push(document: Document | undefined, { indentation, isFlat }: Omit<Command, 'document'>): void {
    if (document !== undefined) this.pending.push({ document, indentation, isFlat });
  }

  private newLine(indentation: number): void {
    this.lines.push(this.line.trimEnd());
    this.line = ' '.repeat(indentation);
  }

  private group(group: Group, { indentation, isFlat }: Command): void {
    const flat = { document: group.contents, indentation, isFlat: true };
    if (!group.isBroken && (isFlat || this.fits(flat))) {
      this.pending.push(flat);
      return;
    }
    this.broken.add(group);
    const last = group.otherwise.at(-1);
    if (last === undefined) {
      this.pending.push({ document: group.contents, indentation, isFlat: false });
      return;
    }
    const fitting = group.otherwise.slice(0, -1).find((each) => this.fits({ document: each, indentation, isFlat: true }));
    this.pending.push({ document: fitting ?? last, indentation, isFlat: fitting !== undefined });
  }

  /** Prints items, each followed by a comma and a space or a new line. */
  private fill(items: readonly string[], indentation: number): void {
    for (const [index, item] of items.entries()) {
      const isLast = index === items.length - 1;
      // Room for the comma after an item, and after the last one.
      if (index > 0 && this.line.length + 1 + item.length + 1 > WIDTH) this.newLine(indentation);
      else if (index > 0) this.line += ' ';
      this.line += isLast ? item : `${item},`;
    }
  }

  /** Returns true if the text up to the next new line fits the line, including what comes after the command. */
  private fits(next: Command): boolean {
    let room = WIDTH - this.line.length;
    let rest = this.pending.length;
    const commands: Pick<Command, 'document' | 'isFlat'>[] = [next];
    while (room >= 0) {
      const command = commands.pop() ?? this.pending[--rest];
      if (command === undefined) return true;
      const { document, isFlat } = command;
      if (typeof document === 'string') room -= document.length;
      else if (!('kind' in document)) {
        for (let index = document.length - 1; index >= 0; index -= 1) {
          const each = document[index];
          if (each !== undefined) commands.push({ document: each, isFlat });
        }
      } else
        switch (document.kind) {
          case 'line':
            if (!isFlat || document.mode === 'hard') return true;
            room -= document.mode === 'space' ? 1 : 0;
            break;
          case 'indent':
            commands.push({ document: document.contents, isFlat });
            break;
          case 'group': {
            const staysFlat = isFlat && !document.isBroken;
            const contents = staysFlat ? document.contents : (document.otherwise.at(-1) ?? document.contents);
            commands.push({ document: contents, isFlat: staysFlat });
            break;
          }
          case 'ifBroken':
            commands.push({ document: isFlat ? document.flat : document.broken, isFlat });
            break;
          case 'fill': {
            const [first = ''] = document.items;
            if (!isFlat && document.items.length > 1) return room > first.length;
            room -= document.items.reduce((length, item) => length + item.length + 2, -2);
            break;
          }
        }
    }
    return false;
  }
}
