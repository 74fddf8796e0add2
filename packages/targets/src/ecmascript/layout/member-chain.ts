import { type Document, firstOf, group, HARD_LINE, indent, join, mustBreak } from './document.js';
import type { Expression } from './tree.js';

/** A part of a chain of members, indices and calls. */
export interface Link {
  readonly kind: 'head' | 'member' | 'index' | 'call';
  readonly expression: Expression;
  readonly document: Document;
}

/**
 * Returns a chain that ends with the call of a method. Each method after the first stands on a line of its own if the chain does
 * not fit one line, or if three calls have arguments that are not simple.
 */
export function chainDocument(links: readonly Link[]): Document {
  const groups = groupsOf(links);
  const [head = [], ...rest] = groups;
  const isMerged = rest.length > 0 && isShortHead(head);
  const printedOf = (part: readonly Link[]): Document => part.map(({ document }) => document);
  const oneLine = groups.map(printedOf);
  const calls = links.flatMap(({ kind, expression }) => (kind === 'call' && expression.kind === 'call' ? [expression] : []));
  if (groups.length <= (isMerged ? 3 : 2)) return group(oneLine);
  const indented = rest.slice(isMerged ? 1 : 0).map(printedOf);
  const expanded = [printedOf(head), isMerged ? printedOf(rest[0] ?? []) : '', indent([HARD_LINE, join(HARD_LINE, indented)])];
  const isComplex = calls.length > 2 && calls.some(({ args }) => !args.every((arg) => isSimple(arg)));
  if (isComplex || oneLine.some(mustBreak)) return group(expanded);
  return firstOf(oneLine, expanded);
}

/** Divides a chain: its head, and each method with its calls. */
function groupsOf(links: readonly Link[]): readonly (readonly Link[])[] {
  const isMemberLike = (link: Link | undefined): boolean => link?.kind === 'member' || link?.kind === 'index';
  const isLiteralIndex = ({ expression }: Link): boolean =>
    expression.kind === 'index' && /^(?:number|string)$/.test(expression.index.kind);
  let at = 1;
  while (at < links.length && (links[at]?.kind === 'call' || links.slice(at, at + 1).some(isLiteralIndex))) at += 1;
  const startsWithCall = links[1]?.kind === 'call';
  if (!startsWithCall) while (at + 1 < links.length && isMemberLike(links[at]) && isMemberLike(links[at + 1])) at += 1;
  const groups: Link[][] = [links.slice(0, at)];
  let current: Link[] = [];
  let hasCall = false;
  for (const link of links.slice(at)) {
    if (hasCall && isMemberLike(link) && !isLiteralIndex(link)) {
      groups.push(current);
      current = [];
      hasCall = false;
    }
    if (link.kind === 'call') hasCall = true;
    current.push(link);
  }
  return current.length === 0 ? groups : [...groups, current];
}

/** Returns true if the first method stands beside the head of the chain: that of a class. */
function isShortHead(head: readonly Link[]): boolean {
  const last = head.at(-1)?.expression;
  const name = last?.kind === 'name' ? last.text : last?.kind === 'member' ? last.access.replace(/^\??\./, '') : '';
  return /^(?:[A-Z]|[$_]+$)/.test(name);
}

/** Deeper arguments are not simple. */
const MAX_SIMPLE_DEPTH = 2;

/** Returns true for an argument that a reader takes in at once. */
function isSimple(argument: Expression, depth = 0): boolean {
  if (depth >= MAX_SIMPLE_DEPTH) return false;
  const isSimpleInside = (inner: Expression): boolean => isSimple(inner, depth + 1);
  switch (argument.kind) {
    case 'name':
    case 'number':
    case 'string':
      return true;
    case 'other':
      return argument.text.length <= 7;
    case 'object':
      return argument.members.every(({ value }) => value === null || isSimpleInside(value));
    case 'array':
      return argument.items.every(isSimpleInside);
    case 'call':
      return isSimpleCallee(argument.callee) && argument.args.every(isSimpleInside);
    case 'member':
    case 'index':
      return isSimpleCallee(argument);
    case 'unary':
      return (argument.operator === '!' || argument.operator === '-') && isSimple(argument.operand, depth);
    default:
      return false;
  }
}

function isSimpleCallee(callee: Expression): boolean {
  if (callee.kind === 'member') return isSimpleCallee(callee.object);
  if (callee.kind === 'index') return isSimpleCallee(callee.object) && /^(?:number|string|name)$/.test(callee.index.kind);
  return callee.kind === 'name';
}
