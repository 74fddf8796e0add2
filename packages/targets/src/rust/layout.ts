import type { RsExpression } from './expression.js';
import { flat } from './flat.js';

/** Returns the lines of a statement: `head expression tail`. */
export function laidOut(head: string, expression: RsExpression, tail: string, depth: number): readonly string[] {
  return [`${' '.repeat(4 * depth)}${head === '' ? '' : `${head} `}${flat(expression)}${tail}`];
}

/** Returns the lines that open a block: `head expression {`. */
export function opened(head: string, expression: RsExpression, depth: number): readonly string[] {
  return [`${' '.repeat(4 * depth)}${head} ${flat(expression)} {`];
}

/** Returns the lines of the head of a function. */
export function signature(name: string, parameters: readonly string[], result: string | null): readonly string[] {
  const end = result === null ? ' {' : ` -> ${result} {`;
  const line = `${name}(${parameters.join(', ')})${end}`;
  if (line.length <= 100) return [line];
  return [`${name}(`, ...parameters.map((parameter) => `    ${parameter},`), `)${end}`];
}
