import { utf8Of } from '@kirchhoff/kernel/certificate/digest';
import type { Arm, CorePattern, Graph, LoopSource, Node, NodeId, Output, PortDomain, Region } from '@kirchhoff/kernel/graph/graph';
import type { Type } from '@kirchhoff/kernel/types/domain';
import type { Int } from '@kirchhoff/kernel/types/integer';
import type { Value } from '@kirchhoff/kernel/values/value';
import { bytesToHex } from '@noble/hashes/utils';
import { CanonicalDomains } from './canonical-domains.js';
import type { CanonicalSink } from './canonical-sink.js';

/** The fixed texts that come most often, as bytes. */
const LIST = utf8Of('[');
const NEXT = utf8Of(',');
const LIST_END = utf8Of(']');
const END = utf8Of('}');
const INTEGER = utf8Of('{"op":"literal","value":{"integer":');
const INTEGER_END = utf8Of('}}');
const APPLICATION = utf8Of('{"literals":[],"monomer":');
const OPERANDS = utf8Of(',"op":"apply","operands":');
const REGION = utf8Of('{"nodes":');
const OWNER = utf8Of(',"owner":');
const PARENT = utf8Of(',"parent":');
const RESULT = utf8Of(',"result":');
const SELECT = utf8Of('{"condition":');
const WHEN_FALSE = utf8Of(',"op":"select","whenFalse":');
const WHEN_TRUE = utf8Of(',"whenTrue":');
const ARM = utf8Of('{"pattern":');
const ARM_REGION = utf8Of(',"region":');
const HIGHEST = utf8Of('{"hi":');
const LOWEST = utf8Of(',"lo":');
const RANGE_END = utf8Of(',"pattern":"range"}');

type ComponentHash = (component: number) => string;

/**
 * Writes the canonical form of a graph: RFC 8785. It is written directly, since the members are listed here in sorted order. Every
 * integer is a decimal string. Domains are named by position in `domains`, components by hash.
 */
export function writeGraph(to: CanonicalSink, graph: Graph, componentHash: ComponentHash): void {
  const domains = new CanonicalDomains(graph);
  member(to, '{"body":', graph.body);
  to.write(',"domains":[');
  to.write(domains.texts.join());
  to.write('],"ensures":');
  writeIds(to, graph.ensures);
  member(to, ',"entry":', graph.entry);
  to.write(',"nodes":');
  writeList(to, graph.nodes, (node, id) => writeNode(to, node, typeAt(graph, id), domains, componentHash));
  to.write(',"outputs":');
  writeList(to, graph.outputs, (output) => writeOutput(to, output, domains));
  to.write(',"parameters":');
  writeList(to, graph.parameters, (port) => writePort(to, port, domains));
  to.write(',"regions":');
  writeList(to, graph.regions, (region) => writeRegion(to, region));
  to.write(',"requires":');
  writeIds(to, graph.requires);
  to.write(`,"role":"${graph.role}"}`);
}

/** Writes a list, each entry by `write`. */
function writeList<T>(to: CanonicalSink, entries: readonly T[], write: (entry: T, position: number) => void): void {
  to.bytes(LIST);
  for (let i = 0; i < entries.length; i += 1) {
    const entry = entries[i];
    if (entry === undefined) continue;
    if (i > 0) to.bytes(NEXT);
    write(entry, i);
  }
  to.bytes(LIST_END);
}

function writeIds(to: CanonicalSink, ids: readonly number[]): void {
  to.bytes(LIST);
  for (let i = 0; i < ids.length; i += 1) {
    if (i > 0) to.bytes(NEXT);
    to.quoted(ids[i] ?? 0);
  }
  to.bytes(LIST_END);
}

/** Writes the name of a member, with the punctuation around it, and an id or index. */
function member(to: CanonicalSink, name: string | Uint8Array, id: number | null): void {
  if (typeof name === 'string') to.write(name);
  else to.bytes(name);
  if (id === null) to.write('null');
  else to.quoted(id);
}

function typeAt(graph: Graph, id: NodeId): Type {
  const type = graph.types[id];
  if (type === undefined) throw new Error(`no type of node ${id}`);
  return type;
}

function writePort(to: CanonicalSink, { domain, name }: PortDomain, domains: CanonicalDomains): void {
  member(to, '{"domain":', domains.position(domain));
  to.write(',"name":');
  writeText(to, name);
  to.write('}');
}

function writeOutput(to: CanonicalSink, { domain, name, node }: Output, domains: CanonicalDomains): void {
  member(to, '{"domain":', domains.position(domain));
  to.write(',"name":');
  writeText(to, name);
  member(to, ',"node":', node);
  to.write('}');
}

function writeRegion(to: CanonicalSink, region: Region): void {
  to.bytes(REGION);
  writeIds(to, region.nodes);
  member(to, OWNER, region.owner);
  member(to, PARENT, region.parent);
  member(to, RESULT, region.result);
  to.bytes(END);
}

function writeNode(to: CanonicalSink, node: Node, type: Type, domains: CanonicalDomains, componentHash: ComponentHash): void {
  switch (node.op) {
    case 'parameter':
      member(to, '{"index":', node.index);
      return to.write(',"op":"parameter"}');
    case 'bound':
      member(to, '{"index":', node.index);
      member(to, ',"op":"bound","region":', node.region);
      return to.write('}');
    case 'literal':
      if (isShort(node.value)) {
        member(to, INTEGER, node.value);
        return to.bytes(INTEGER_END);
      }
      to.write('{"op":"literal","value":');
      writeLiteral(to, node.value, type, domains);
      return to.write('}');
    case 'list':
      member(to, '{"domain":', domains.position(type));
      to.write(',"items":');
      writeIds(to, node.items);
      return to.write(',"op":"list"}');
    case 'record':
      to.write('{"fields":');
      writeList(to, node.fields, (field) => {
        member(to, `{"name":"${field.name}","node":`, field.node);
        to.write('}');
      });
      return to.write(',"op":"record"}');
    case 'some':
      member(to, '{"op":"some","value":', node.value);
      return to.write('}');
    case 'apply':
      return writeApplication(to, node);
    case 'field':
      member(to, `{"name":"${node.name}","op":"field","record":`, node.record);
      return to.write('}');
    case 'select':
      member(to, SELECT, node.condition);
      member(to, WHEN_FALSE, node.whenFalse);
      member(to, WHEN_TRUE, node.whenTrue);
      return to.bytes(END);
    case 'shortCircuit':
      to.write('{"connective":"');
      to.write(node.connective);
      member(to, '","left":', node.left);
      member(to, ',"op":"shortCircuit","right":', node.right);
      return to.write('}');
    case 'unwrapOr':
      member(to, '{"op":"unwrapOr","option":', node.option);
      member(to, ',"otherwise":', node.otherwise);
      return to.write('}');
    case 'match':
      to.write('{"arms":');
      writeList(to, node.arms, (arm) => writeArm(to, arm));
      member(to, ',"op":"match","subject":', node.subject);
      return to.write('}');
    case 'loop':
      member(to, '{"body":', node.body);
      to.write(`,"loop":"${node.loop}","op":"loop","source":`);
      writeSource(to, node.source);
      return to.write('}');
    case 'fold':
      member(to, '{"body":', node.body);
      member(to, ',"domain":', node.domain === null ? null : domains.position(node.domain));
      member(to, ',"initial":', node.initial);
      to.write(',"op":"fold","source":');
      writeSource(to, node.source);
      return to.write('}');
    case 'narrow':
    case 'state':
      member(to, '{"domain":', domains.position(node.domain));
      member(to, `,"op":"${node.op}","operand":`, node.operand);
      return to.write('}');
    case 'hold':
      member(to, `{"by":"${node.by}","condition":`, node.condition);
      member(to, ',"op":"hold","operand":', node.operand);
      return to.write('}');
    case 'call':
      to.write('{"arguments":');
      writeIds(to, node.arguments);
      to.write(',"component":"');
      to.write(componentHash(node.component));
      return to.write('","op":"call"}');
  }
}

function writeApplication(to: CanonicalSink, { literals, monomer, operands }: Extract<Node, { op: 'apply' }>): void {
  if (literals.length === 0) member(to, APPLICATION, monomer);
  else {
    to.write('{"literals":');
    writeList(to, literals, (literal) => writeArgument(to, literal));
    member(to, ',"monomer":', monomer);
  }
  to.bytes(OPERANDS);
  writeIds(to, operands);
  to.bytes(END);
}

function writeArm(to: CanonicalSink, { pattern, region }: Arm): void {
  to.bytes(ARM);
  writePattern(to, pattern);
  member(to, ARM_REGION, region);
  to.bytes(END);
}

function writeSource(to: CanonicalSink, source: LoopSource): void {
  if (source.over === 'value') {
    member(to, '{"node":', source.node);
    return to.write(',"over":"value"}');
  }
  member(to, '{"hi":', source.hi);
  member(to, ',"lo":', source.lo);
  to.write(',"over":"range"}');
}

function writeLiteral(to: CanonicalSink, value: Value, type: Type, domains: CanonicalDomains): void {
  if (type.kind === 'option') {
    member(to, '{"domain":', domains.position(type));
    return to.write(',"none":true}');
  }
  if (type.kind !== 'enumeration' || typeof value !== 'string') return writeValue(to, value);
  member(to, '{"domain":', domains.position(type));
  to.write(`,"tag":"${value}"}`);
}

/** A literal argument; `null` in place of an operand. */
function writeArgument(to: CanonicalSink, literal: Value | null): void {
  if (literal === null) to.write('null');
  else writeValue(to, literal);
}

function writeValue(to: CanonicalSink, value: Value): void {
  if (typeof value === 'string') {
    to.write('{"text":');
    writeText(to, value);
    return to.write('}');
  }
  if (typeof value === 'boolean') return to.write(value ? '{"boolean":true}' : '{"boolean":false}');
  if (typeof value === 'number' || typeof value === 'bigint') {
    to.write('{"integer":');
    writeInteger(to, value);
    return to.write('}');
  }
  if (value instanceof Uint8Array) return to.write(`{"bytes":"${bytesToHex(value)}"}`);
  throw new Error('no literal has such a value');
}

function writeInteger(to: CanonicalSink, value: Int): void {
  if (isShort(value)) to.quoted(value);
  else to.write(`"${value}"`);
}

/** True for an integer that a sink takes as a number. */
function isShort(value: Value): value is number {
  return typeof value === 'number' && value >= 0 && value < 2 ** 31;
}

function writeText(to: CanonicalSink, text: string): void {
  to.write(JSON.stringify(text));
}

function writePattern(to: CanonicalSink, pattern: CorePattern): void {
  switch (pattern.pattern) {
    case 'any':
    case 'none':
      return to.write(`{"pattern":"${pattern.pattern}"}`);
    case 'some':
      to.write('{"inner":');
      writePattern(to, pattern.inner);
      return to.write(',"pattern":"some"}');
    case 'tag':
      return to.write(`{"pattern":"tag","tag":"${pattern.tag}"}`);
    case 'range':
      to.bytes(HIGHEST);
      writeInteger(to, pattern.hi);
      to.bytes(LOWEST);
      writeInteger(to, pattern.lo);
      return to.bytes(RANGE_END);
    case 'value':
      to.write('{"pattern":"value","value":');
      writeValue(to, pattern.value);
      return to.write('}');
  }
}
