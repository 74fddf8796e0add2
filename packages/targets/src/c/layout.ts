/**
 * The style of all emitted C, as `clang-format --style=` takes it: that of LLVM. The formatter keeps the ends of lines, which are
 * chosen here.
 */
export const STYLE = '{BasedOnStyle: LLVM, ColumnLimit: 0, AllowShortFunctionsOnASingleLine: None, AllowShortEnumsOnASingleLine: false}';

/** Longer lines are broken where they can be. */
const LINE_LENGTH = 100;

/** Returns a text of whole lines, with long lines broken. */
export function laidOutText(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.length <= LINE_LENGTH ? line : laidOut(line)))
    .join('\n');
}

/** A place where a line can be broken: after a comma, or after an operator of conditions. */
interface Break {
  readonly at: number;
  /** The number of brackets around it. */
  readonly depth: number;
  /** The column at which the next line begins. */
  readonly column: number;
  /** True once the statement ends with the bracket around it. */
  isLast: boolean;
}

/** Breaks one line, as far out of brackets as possible. The rest begins below the content of the same bracket. */
export function laidOut(line: string): string {
  // Choices and the heads of loops have layouts of their own.
  if (/^\s*\/\/|^#|^\s*for \(| \? /.test(line)) return line;
  const lines: string[] = [];
  let rest = line;
  let column: number | null = null;
  for (; rest.length > LINE_LENGTH; ) {
    const indentation = rest.length - rest.trimStart().length;
    const found: readonly Break[] = breaksOf(rest, column).filter(
      ({ at, column: next, isLast }) => isLast && at <= LINE_LENGTH && at > Math.max(next, indentation) + 8,
    );
    const [first] = found;
    if (first === undefined) break;
    const best = found.reduce((chosen, next) => (next.depth <= chosen.depth ? next : chosen), first);
    lines.push(rest.slice(0, best.at));
    column = best.column;
    rest = ' '.repeat(best.column) + rest.slice(best.at + 1);
  }
  return [...lines, rest].join('\n');
}

const STRING = /"(?:[^"\\]|\\[^])*"/y;

/** Returns the places in a line; `around`: the column of the bracket in which it begins. */
function breaksOf(line: string, around: number | null): readonly Break[] {
  const breaks: Break[] = [];
  // Zero inside of braces, whose content is not broken.
  const columns: number[] = around === null ? [] : [around];
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    STRING.lastIndex = at;
    const text = character === '"' ? STRING.exec(line) : null;
    if (text !== null) at += text[0].length - 1;
    else if ('([{'.includes(character)) columns.push(character === '{' || columns.includes(0) ? 0 : at + 1);
    else if (')]}'.includes(character)) {
      const closed = columns.pop();
      const isLast = /^[)\]}; {]*$/.test(line.slice(at));
      for (const each of breaks) if (each.column === closed) each.isLast = isLast;
    } else if (line[at + 1] === ' ') {
      const column = columns.at(-1) ?? 0;
      const isSeparator = character === ',' || /(?:&&|\|\|)$/.test(line.slice(Math.max(0, at - 1), at + 1));
      // A condition outside of brackets would be broken at all its operators.
      if (isSeparator && columns.length === 0) return [];
      if (isSeparator && column > 0) breaks.push({ at: at + 1, depth: columns.length, column, isLast: true });
    }
  }
  return breaks;
}
