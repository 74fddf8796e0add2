import { NodeSet, NodeType, Tree } from '@lezer/common';
import { readSource, type TokenRole } from './tokens.js';

const ROLE_NAMES: Readonly<Record<TokenRole, string>> = {
  keyword: 'Keyword',
  name: 'Name',
  type: 'Type',
  monomer: 'Monomer',
  domain: 'Domain',
  integer: 'Integer',
  text: 'Text',
  bytes: 'Bytes',
  comment: 'Comment',
  operator: 'Operator',
  bracket: 'Bracket',
  unknown: 'Unknown',
};
/** The names of nodes that contain an opening bracket, its content and its closing one. */
const GROUP_NAMES: Readonly<Record<string, string>> = { '(': 'Parentheses', '[': 'List', '{': 'Block' };

const NAMES = ['Source', ...Object.values(ROLE_NAMES), ...Object.values(GROUP_NAMES)];

/** The types of the nodes in the tree of a source. */
export const NODE_SET = new NodeSet(NAMES.map((name, id) => NodeType.define({ id, name, top: id === 0 })));

const ID_OF: ReadonlyMap<string, number> = new Map(NAMES.map((name, id) => [name, id]));

/** The members of a node in the buffer of a tree: type, start, end, and the size of the node with its content. */
const NODE_SIZE = 4;

/** Returns the tree of a source: its tokens, in the nesting of its brackets as the language pairs them. */
export function treeOf(source: string, nodeSet: NodeSet = NODE_SET): Tree {
  const { tokens, roles, partners } = readSource(source);
  const buffer: number[] = [];
  const open: { readonly name: string; readonly from: number; readonly closing: number; readonly start: number }[] = [];
  tokens.forEach(({ text, from, to }, index) => {
    const closing = partners[index] ?? -1;
    if (closing > index) open.push({ name: GROUP_NAMES[text] ?? 'Source', from, closing, start: buffer.length });
    buffer.push(idOf(ROLE_NAMES[roles[index] ?? 'unknown']), from, to, NODE_SIZE);
    const group = open.at(-1);
    if (group?.closing !== index) return;
    open.pop();
    buffer.push(idOf(group.name), group.from, to, buffer.length - group.start + NODE_SIZE);
  });
  return Tree.build({ buffer, nodeSet, topID: 0, length: source.length });
}

function idOf(name: string): number {
  const id = ID_OF.get(name);
  if (id === undefined) throw new RangeError(`no type ${name}`);
  return id;
}
