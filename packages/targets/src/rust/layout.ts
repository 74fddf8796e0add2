import { BINDING, type RsExpression } from './expression.js';
import { fieldOf, flat, leftNeedsParentheses, needsParentheses, rightNeedsParentheses } from './flat.js';

/** The layout of rustfmt 1.5 in its default style, for the expressions that are emitted. Names of rules are those of its source. */

export const MAX_WIDTH = 100;
const TAB = 4;
const FN_CALL_WIDTH = 60;
const ARRAY_WIDTH = 60;
const CHAIN_WIDTH = 60;
const STRUCT_LIT_WIDTH = 18;
const SINGLE_LINE_IF_ELSE = 50;
const SHORT_ARRAY_ELEMENT = 10;

/**
 * Limit for the renderings of one statement. Some forms are rendered in two ways, so that values that nest deeply would take twice
 * as long with each level. Beyond it the statement stays on one line, which the formatter does too with what it cannot lay out.
 */
const MAX_RENDERINGS = 4_000;
let renderings = 0;

/** A place for text: its block's indentation, its first column, and the column that each line ends before. */
interface Shape {
  readonly indent: number;
  readonly column: number;
  readonly end: number;
}

/** Returns the lines of a statement: `head expression tail`. */
export function laidOut(head: string, expression: RsExpression, tail: string, depth: number): readonly string[] {
  renderings = 0;
  const indent = TAB * depth;
  const margin = ' '.repeat(indent);
  const start = head === '' ? margin : `${margin}${head} `;
  const end = MAX_WIDTH - (tail === '' ? 0 : 1);
  const isTail = tail === '' && head === '';
  if (expression.kind === 'if' && isTail)
    return branches(expression, { indent, column: indent, end })
      .split('\n')
      .map((line, index) => (index === 0 ? margin : '') + line);
  const here = render(expression, { indent, column: start.length, end });
  const isAssignment = head.endsWith('=');
  // `rewrite_field`: a field begins on its line if it fits there in any layout.
  const isField = head.endsWith(':');
  if (here !== null && (!here.includes('\n') || !isAssignment)) return (start + here + tail).split('\n');
  if (!isAssignment && !isField) return [start + flat(expression) + tail];
  const below = render(expression, { indent: indent + TAB, column: indent + TAB, end });
  const next = below === null ? null : `${margin}${head}\n${' '.repeat(indent + TAB)}${below}${tail}`;
  if (here === null) return (next ?? start + flat(expression) + tail).split('\n');
  return (next !== null && below !== null && prefersNextLine(here, below) ? next : start + here + tail).split('\n');
}

function prefersNextLine(here: string, next: string): boolean {
  if (!next.includes('\n')) return true;
  if (newlines(here) > newlines(next) + 1) return true;
  return ['(', '{', '['].some((mark) => firstLine(here).endsWith(mark) && !firstLine(next).endsWith(mark));
}

/** Returns the lines that open a block: `head expression {`. */
export function opened(head: string, expression: RsExpression, depth: number): readonly string[] {
  renderings = 0;
  const indent = TAB * depth;
  const start = `${' '.repeat(indent)}${head} `;
  const condition = render(expression, { indent, column: start.length, end: MAX_WIDTH }) ?? flat(expression);
  return `${start}${condition}${needsBraceBelow(condition, start.length) ? `\n${' '.repeat(indent)}{` : ' {'}`.split('\n');
}

/** The brace of a block has its own line after a long head or several lines, unless the last one only closes brackets. */
function needsBraceBelow(head: string, column: number): boolean {
  return (head.includes('\n') || column + head.length > MAX_WIDTH - 2) && !isExtendable(head);
}

/** `last_line_extendable`. */
function isExtendable(text: string): boolean {
  return /^\s*[)}\]?>]*$/.test(text.slice(text.lastIndexOf('\n') + 1));
}

/** Returns the lines of the head of a function. */
export function signature(name: string, parameters: readonly string[], result: string | null): readonly string[] {
  const end = result === null ? ' {' : ` -> ${result} {`;
  const line = `${name}(${parameters.join(', ')})${end}`;
  if (line.length <= MAX_WIDTH) return [line];
  return [`${name}(`, ...parameters.map((parameter) => `    ${parameter},`), `)${end}`];
}

/** Returns the text in the layout of the formatter; null if it does not fit. */
function render(expression: RsExpression, shape: Shape): string | null {
  renderings += 1;
  if (renderings > MAX_RENDERINGS) return null;
  const single = oneLine(expression);
  if (single !== null && fits(single, shape)) return single;
  switch (expression.kind) {
    case 'atom':
      return null;
    case 'call': {
      if (expression.callee === 'matches!' || expression.separator !== undefined) return null;
      if (!fits(expression.callee, shape)) return null;
      return list(expression.callee, expression.brackets, expression.args, shape);
    }
    case 'method':
    case 'field':
    case 'try':
      return chain(expression, shape);
    case 'index': {
      const receiver = operand(expression.receiver, BINDING.primary, shape);
      if (receiver === null) return null;
      return indexed(receiver, expression.index, shape);
    }
    case 'unary':
      return prefixed(expression.operator, operand(expression.operand, BINDING.unary, right(shape, expression.operator.length)));
    case 'cast':
      return converted(expression, shape);
    case 'binary':
      return pairs(expression, shape);
    case 'struct':
      return fits(`${expression.name} {`, shape) ? structure(expression, shape) : null;
    case 'if':
      return branches(expression, shape);
    case 'closure':
      return closed(expression, shape);
  }
}

/** `rewrite_index`. */
function indexed(receiver: string, index: RsExpression, shape: Shape): string | null {
  const isLong = receiver.includes('\n');
  const offset = receiver.length - receiver.lastIndexOf('\n');
  const here = render(
    index,
    isLong
      ? { indent: shape.indent, column: shape.indent + offset, end: shape.indent + shape.end - 1 }
      : { ...shape, column: shape.column + offset, end: shape.end - 1 },
  );
  if (here !== null && !here.includes('\n')) return `${receiver}[${here}]`;
  const indent = shape.indent + TAB;
  const below = render(index, { indent, column: indent + 1, end: shape.end - 1 });
  if (below !== null && (here === null || !below.includes('\n'))) return `${receiver}\n${' '.repeat(indent)}[${below}]`;
  return here === null ? null : `${receiver}[${here}]`;
}

function fits(text: string, { column, end }: Shape): boolean {
  return column + text.length <= end;
}

function right(shape: Shape, columns: number): Shape {
  return { ...shape, column: shape.column + columns };
}

function nestedIn({ indent }: Shape): Shape {
  return { indent: indent + TAB, column: indent + TAB, end: MAX_WIDTH };
}

function newlines(text: string): number {
  return text.split('\n').length - 1;
}

function firstLine(text: string): string {
  return text.slice(0, text.includes('\n') ? text.indexOf('\n') : text.length);
}

function lastWidth(text: string, { column }: Shape): number {
  const at = text.lastIndexOf('\n');
  return at < 0 ? column + text.length : text.length - at - 1;
}

function prefixed(prefix: string, text: string | null): string | null {
  return text === null ? null : prefix + text;
}

function operand(expression: RsExpression, least: number, shape: Shape): string | null {
  if (!needsParentheses(expression, least)) return render(expression, shape);
  const inner = render(expression, { ...shape, column: shape.column + 1, end: shape.end - 1 });
  return inner === null ? null : `(${inner})`;
}

const lines = new WeakMap<RsExpression, string | null>();

/** Returns the text on one line; null if a rule of a part forbids it at any width. */
function oneLine(expression: RsExpression): string | null {
  if (expression.kind === 'atom') return expression.text;
  const known = lines.get(expression);
  if (known !== undefined) return known;
  const found = isOneLine(expression) ? flat(expression) : null;
  lines.set(expression, found);
  return found;
}

function isOneLine(expression: RsExpression): boolean {
  switch (expression.kind) {
    case 'atom':
      return true;
    case 'call': {
      const { args } = expression;
      if (expression.callee === 'matches!') return true;
      if (!args.every((each) => oneLine(each) !== null)) return false;
      const width = total(args.map(flat));
      const limit = expression.brackets === '[]' ? ARRAY_WIDTH : FN_CALL_WIDTH;
      if (args.length > 1) return width <= limit;
      const [only] = args;
      return only === undefined || !isNestedCall(only) || width <= limit;
    }
    case 'method':
    case 'field':
    case 'try': {
      const { parent, links } = linksOf(expression);
      if (oneLine(parent) === null || !links.every((link) => link.args === null || isOneLine(asCall(link)))) return false;
      return links.length < 2 || flat(expression).length <= CHAIN_WIDTH;
    }
    case 'index':
      return oneLine(expression.receiver) !== null && oneLine(expression.index) !== null;
    case 'unary':
    case 'cast':
      return oneLine(expression.operand) !== null;
    case 'binary':
      return oneLine(expression.left) !== null && oneLine(expression.right) !== null;
    case 'struct':
      return (
        expression.fields.every(([, value]) => oneLine(value) !== null) &&
        total(expression.fields.map(([name, value]) => fieldOf(name, value))) <= STRUCT_LIT_WIDTH
      );
    case 'if':
      return (
        [expression.condition, expression.whenTrue, expression.whenFalse].every((part) => oneLine(part) !== null) &&
        expression.whenFalse.kind !== 'if' &&
        flat(expression).length <= SINGLE_LINE_IF_ELSE
      );
    case 'closure':
      return oneLine(expression.body) !== null;
  }
}

function total(items: readonly string[]): number {
  return items.reduce((sum, item) => sum + item.length, 0) + 2 * Math.max(0, items.length - 1);
}

/** `is_nested_call`: such an only argument is laid out within the width of a call. */
function isNestedCall(expression: RsExpression): boolean {
  switch (expression.kind) {
    case 'call':
      return expression.callee !== '';
    case 'try':
    case 'unary':
    case 'cast':
      return isNestedCall(expression.operand);
    default:
      return false;
  }
}

/** `is_method_call`: a chain that begins on the line of a call is not broken into links. */
function isMethodCall(expression: RsExpression): boolean {
  switch (expression.kind) {
    case 'method':
      return true;
    case 'try':
    case 'unary':
    case 'cast':
      return isMethodCall(expression.operand);
    default:
      return false;
  }
}

/** `can_be_overflowed_expr`: the last argument may begin on the line of the call, and go on below. */
function canOverflow(expression: RsExpression, count: number): boolean {
  switch (expression.kind) {
    case 'closure':
      return true;
    case 'struct':
    case 'if':
    case 'call':
    case 'method':
      return count === 1;
    case 'try':
    case 'unary':
    case 'cast':
      return canOverflow(expression.operand, count);
    default:
      return false;
  }
}

/** `rewrite_with_parens`, `rewrite_with_square_brackets`. */
function list(name: string, brackets: '()' | '[]', args: readonly RsExpression[], shape: Shape): string | null {
  const [open, close] = [brackets.charAt(0), brackets.charAt(1)];
  if (args.length === 0) return null;
  const limit = brackets === '[]' ? ARRAY_WIDTH : FN_CALL_WIDTH;
  const start = right(shape, name.length + 1);
  const nested = { ...nestedIn(shape), end: MAX_WIDTH - 1 };
  const last = args.at(-1);
  const room = shape.end - start.column - 1;
  if (last !== undefined && (canOverflow(last, args.length) || (args.length === 1 && name.length < TAB))) {
    const hugged = overflowing(args, last, start, limit, room, args.length === 1 && name.length < TAB);
    if (hugged !== null) {
      if (args.length === 1 && newlines(hugged) === 1) {
        const alone = render(last, nested);
        if (alone !== null && !alone.includes('\n')) return onLines(name, open, close, [alone], shape);
      }
      return `${name}${open}${[...args.slice(0, -1).map(flat), hugged].join(', ')}${close}`;
    }
  }
  const [only] = args;
  if (args.length === 1 && only !== undefined) {
    const single = oneLine(only);
    if (single !== null && single.length <= room) return `${name}${open}${single}${close}`;
  }
  if (args.every(isShort)) return onLines(name, open, close, filled(args.map(flat), nested), shape);
  const items = args.map((each) => render(each, nested));
  return items.every((item): item is string => item !== null)
    ? onLines(
        name,
        open,
        close,
        items.map((item) => `${item},`),
        shape,
      )
    : null;
}

/** Returns the last argument if its first line fits beside the others. */
function overflowing(
  args: readonly RsExpression[],
  last: RsExpression,
  start: Shape,
  limit: number,
  room: number,
  isCombined: boolean,
): string | null {
  const before = args.slice(0, -1).map(oneLine);
  if (!before.every((item): item is string => item !== null)) return null;
  const offset = before.reduce((sum, item) => sum + item.length + 2, 0);
  const isLimited = args.length > 1 || isNestedCall(last);
  const width = (isLimited ? Math.min(limit, room) : room) - offset;
  if (width <= 0) return null;
  const column = start.column + offset;
  const shape = { indent: start.indent, column, end: column + width };
  const text = last.kind === 'closure' ? closed(last, shape) : render(last, shape);
  if (text === null || (isMethodCall(last) && !isCombined && /\n *\./.test(text))) return null;
  const first = firstLine(text).length + offset;
  return first <= Math.min(limit, room) || (args.length === 1 && first <= room) ? text : null;
}

function onLines(name: string, open: string, close: string, items: readonly string[], { indent }: Shape): string {
  const margin = ' '.repeat(indent);
  const ended = items.map(
    (item, index) => `${margin}    ${item}${index === items.length - 1 && !item.endsWith(',') && items.length === 1 ? ',' : ''}`,
  );
  return `${name}${open}\n${ended.join('\n')}\n${margin}${close}`;
}

function isShort(expression: RsExpression): boolean {
  const text = flat(expression);
  return text.length <= SHORT_ARRAY_ELEMENT && isSimple(expression);
}

/** `is_simple_expr`. */
function isSimple(expression: RsExpression): boolean {
  switch (expression.kind) {
    case 'atom':
      return !expression.text.includes('::');
    case 'cast':
    case 'unary':
    case 'try':
      return isSimple(expression.operand);
    case 'field':
      return isSimple(expression.receiver);
    case 'index':
      return isSimple(expression.receiver) && isSimple(expression.index);
    default:
      return false;
  }
}

/** Returns lines that are filled with items. */
function filled(items: readonly string[], { column, end }: Shape): readonly string[] {
  const found: string[] = [];
  let line = '';
  for (const item of items) {
    const longer = line === '' ? `${item},` : `${line} ${item},`;
    if (line !== '' && column + longer.length > end) {
      found.push(line);
      line = `${item},`;
    } else line = longer;
  }
  return line === '' ? found : [...found, line];
}

/** A link of a chain of calls: `.name(args)`, `.field`, with the `?` after it. */
interface Link {
  readonly name: string;
  readonly args: readonly RsExpression[] | null;
  readonly tries: number;
}

function linksOf(expression: RsExpression): { readonly parent: RsExpression; readonly links: readonly Link[]; readonly tries: number } {
  switch (expression.kind) {
    case 'method':
    case 'field': {
      const { parent, links } = linksOf(expression.receiver);
      const link = { name: expression.name, args: expression.kind === 'method' ? expression.args : null, tries: 0 };
      return { parent, links: [...links, link], tries: 0 };
    }
    case 'try': {
      const { parent, links, tries } = linksOf(expression.operand);
      const last = links.at(-1);
      if (last === undefined) return { parent, links, tries: tries + 1 };
      return { parent, links: [...links.slice(0, -1), { ...last, tries: last.tries + 1 }], tries };
    }
    default:
      return { parent: expression, links: [], tries: 0 };
  }
}

function asCall({ name, args }: Link): RsExpression {
  return { kind: 'call', callee: `.${name}`, brackets: '()', args: args ?? [] };
}

function linkText(link: Link, shape: Shape): string | null {
  const end = '?'.repeat(link.tries);
  if (link.args === null) return fits(`.${link.name}${end}`, shape) ? `.${link.name}${end}` : null;
  const text = render(asCall(link), { ...shape, end: shape.end - link.tries });
  return text === null ? null : text + end;
}

/** `rewrite_chain`. */
function chain(expression: RsExpression, shape: Shape): string | null {
  const { parent, links, tries } = linksOf(expression);
  let root = operand(parent, BINDING.primary, shape);
  if (root === null) return null;
  root += '?'.repeat(tries);
  let rest = links;
  while (root.length <= TAB - (shape.column - shape.indent) && rest.length > 0) {
    const [first] = rest;
    const text: string | null = first === undefined ? null : linkText(first, right(shape, root.length));
    if (text === null) break;
    root += text;
    rest = rest.slice(1);
  }
  const last = rest.at(-1);
  if (last === undefined) return root;
  const isOpenEnded = root.includes('\n') && (isExtendable(root) || isBlock(parent));
  const inner = isOpenEnded ? shape.indent : shape.indent + TAB;
  const child = { indent: inner, column: inner, end: shape.end };
  const middle = rest.slice(0, -1).map((link) => linkText(link, child));
  if (!middle.every((text): text is string => text !== null)) return null;
  const before = [root, ...middle];
  const almost = before.join('').length;
  const budget = (links.length === 1 ? shape.end - shape.column : Math.min(shape.end - shape.column, CHAIN_WIDTH)) - almost - last.tries;
  const alone = linkText(last, child);
  if (before.every((text) => !text.includes('\n')) && budget > 0) {
    const hugged = linkText(last, right(shape, almost));
    if (hugged !== null && firstLine(hugged).length - (hugged.includes('\n') ? 0 : last.tries) <= budget) {
      const count = newlines(hugged) + 1;
      if (count >= 5 || alone === null || newlines(alone) + 1 >= count) return before.join('') + hugged;
    }
  }
  return alone === null ? null : [...before, alone].join(`\n${' '.repeat(inner)}`);
}

/** `is_block_expr`, of an expression on several lines. */
function isBlock(expression: RsExpression): boolean {
  switch (expression.kind) {
    case 'call':
    case 'method':
    case 'struct':
    case 'if':
      return true;
    case 'binary':
      return isBlock(expression.right);
    case 'unary':
      return isBlock(expression.operand);
    default:
      return false;
  }
}

type Binary = Extract<RsExpression, { kind: 'binary' }>;

interface Side {
  readonly expression: RsExpression;
  readonly isParenthesized: boolean;
}

/** Returns the operands of equal operators in a row. */
function flattened(expression: Binary): readonly Side[] {
  const sides: Side[] = [];
  let left: Binary = expression;
  for (;;) {
    sides.push({ expression: left.right, isParenthesized: rightNeedsParentheses(left) });
    const next = left.left;
    if (next.kind !== 'binary' || next.operator !== expression.operator || leftNeedsParentheses(left)) {
      sides.push({ expression: next, isParenthesized: leftNeedsParentheses(left) });
      return sides.toReversed();
    }
    left = next;
  }
}

/** `rewrite_pairs_multiline`. A range is never broken. */
function pairs(expression: Binary, shape: Shape): string | null {
  if (expression.level === 'range') return null;
  const { operator } = expression;
  const [first, ...rest] = flattened(expression);
  if (first === undefined) return null;
  const start = side(first, shape);
  if (start === null) return null;
  const nested = { indent: shape.indent + TAB, column: shape.indent + TAB + operator.length + 1, end: shape.end };
  let text = start;
  for (const each of rest) {
    // A short operand would stand alone.
    if (lastWidth(text, shape) <= shape.indent + TAB) {
      const beside = side(each, { ...shape, column: lastWidth(text, shape) + operator.length + 2 });
      if (beside !== null) {
        text += ` ${operator} ${beside}`;
        continue;
      }
    }
    const own = side(each, nested);
    if (own === null) return null;
    text += `\n${' '.repeat(nested.indent)}${operator} ${own}`;
  }
  return text;
}

function side({ expression, isParenthesized }: Side, shape: Shape): string | null {
  if (!isParenthesized) return render(expression, shape);
  const inner = render(expression, { ...shape, column: shape.column + 1, end: shape.end - 1 });
  return inner === null ? null : `(${inner})`;
}

/**
 * `rewrite_pair`: after several lines the type has its own line if it does not fit. The width of the last line counts its indentation,
 * and that of the place does not.
 */
function converted({ operand: value, type }: Extract<RsExpression, { kind: 'cast' }>, shape: Shape): string | null {
  const inner = operand(value, BINDING.cast, { ...shape, end: shape.end - type.length - 4 });
  if (inner === null) return null;
  const width = inner.length - (inner.lastIndexOf('\n') + 1) + type.length + 4;
  if (!inner.includes('\n') || width <= shape.end - shape.column) return `${inner} as ${type}`;
  return `${inner}\n${' '.repeat(shape.indent + TAB)}as ${type}`;
}

function structure({ name, fields }: Extract<RsExpression, { kind: 'struct' }>, shape: Shape): string | null {
  if (fields.length === 0) return null;
  const depth = shape.indent / TAB + 1;
  const members = fields.flatMap(([field, value]) => {
    const short = fieldOf(field, value);
    return short === field ? [`${' '.repeat(TAB * depth)}${field},`] : laidOut(`${field}:`, value, ',', depth);
  });
  return `${name} {\n${members.join('\n')}\n${' '.repeat(shape.indent)}}`;
}

/** Lays out a choice as a block for each branch. */
function branches({ condition, whenTrue, whenFalse }: Extract<RsExpression, { kind: 'if' }>, shape: Shape): string {
  const margin = ' '.repeat(shape.indent);
  const depth = shape.indent / TAB + 1;
  const test = render(condition, { ...shape, column: shape.column + 3, end: MAX_WIDTH }) ?? flat(condition);
  const head = `if ${test}${needsBraceBelow(test, shape.column + 3) ? `\n${margin}{` : ' {'}`;
  const yes = laidOut('', whenTrue, '', depth).join('\n');
  if (whenFalse.kind === 'if') {
    const further = branches(whenFalse, { ...shape, column: shape.indent + 7 });
    return `${head}\n${yes}\n${margin}} else ${further}`;
  }
  return `${head}\n${yes}\n${margin}} else {\n${laidOut('', whenFalse, '', depth).join('\n')}\n${margin}}`;
}

/** Lays out a closure whose body does not fit on its line as a block. */
function closed(expression: Extract<RsExpression, { kind: 'closure' }>, shape: Shape): string | null {
  const { parameters, body } = expression;
  const head = `|${parameters}| `;
  const single = oneLine(body);
  if (single !== null && fits(head + single, shape)) return head + single;
  if (body.kind === 'struct') return prefixed(head, structure(body, shape));
  if (!fits(`${head}{`, shape)) return null;
  const inside = laidOut('', body, '', shape.indent / TAB + 1);
  return `${head}{\n${inside.join('\n')}\n${' '.repeat(shape.indent)}}`;
}
