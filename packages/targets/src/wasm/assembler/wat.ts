/**
 * The text format of WebAssembly as a tree: an atom (`local.get`, `$x`, `offset=4`, a number), or a list of an operator, its
 * immediates and its operands, folded.
 */
export type Wat = string | readonly Wat[];

export const TRUE: Wat = ['i32.const', '1'];
export const FALSE: Wat = ['i32.const', '0'];

export function isTrue(condition: Wat): boolean {
  return isConstant(condition, '1');
}

export function isFalse(condition: Wat): boolean {
  return isConstant(condition, '0');
}

function isConstant(condition: Wat, value: string): boolean {
  return typeof condition !== 'string' && condition[0] === 'i32.const' && condition[1] === value;
}

/** The comparisons that hold exactly if others do not. */
const INVERSES = new Map<string, string>(
  ['eq ne', 'lt_s ge_s', 'lt_u ge_u', 'gt_s le_s', 'gt_u le_u'].flatMap((pair) => {
    const [a, b] = pair.split(' ');
    return ['i32', 'i64'].flatMap(
      (type) =>
        [
          [`${type}.${a}`, `${type}.${b}`],
          [`${type}.${b}`, `${type}.${a}`],
        ] as const,
    );
  }),
);

export function not(condition: Wat): Wat {
  if (isTrue(condition)) return FALSE;
  if (isFalse(condition)) return TRUE;
  if (typeof condition === 'string') return ['i32.eqz', condition];
  const inverse = INVERSES.get(String(condition[0]));
  return inverse === undefined ? ['i32.eqz', condition] : [inverse, ...condition.slice(1)];
}

export function all(conditions: readonly Wat[]): Wat {
  const open = conditions.filter((each) => !isTrue(each));
  return open.length === 0 ? TRUE : open.reduceRight((rest, each) => ['if', ['result', 'i32'], each, ['then', rest], ['else', FALSE]]);
}

/** Parses instructions or functions. */
export function parseWat(text: string): readonly Wat[] {
  const tokens = text.matchAll(/\s+|;;[^\n]*|([()])|([^\s();]+)/gy);
  const stack: Wat[][] = [[]];
  let end = 0;
  for (const { 0: whole, 1: bracket, 2: atom, index } of tokens) {
    end = index + whole.length;
    if (atom !== undefined) stack.at(-1)?.push(atom);
    else if (bracket === '(') stack.push([]);
    else if (bracket === ')') {
      const closed = stack.pop();
      if (closed === undefined || stack.length === 0) throw new SyntaxError(`an extra ) at ${index}`);
      stack.at(-1)?.push(closed);
    }
  }
  const [trees] = stack;
  if (stack.length !== 1 || trees === undefined || end !== text.length) throw new SyntaxError(`the text does not end well at ${end}`);
  return trees;
}

/** Returns a tree in the text format. */
export function watText(tree: Wat): string {
  return typeof tree === 'string' ? tree : `(${tree.map(watText).join(' ')})`;
}
