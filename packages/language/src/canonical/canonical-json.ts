import type { CorePattern, Graph, LoopSource, Node, NodeId, Output, PortDomain, Region } from '@kirchhoff/kernel/graph/graph';
import type { Type } from '@kirchhoff/kernel/types/domain';
import type { Value } from '@kirchhoff/kernel/values/value';
import { bytesToHex } from '@noble/hashes/utils';
import { CanonicalDomains } from './canonical-domains.js';

/** Takes a text piece by piece. */
interface TextSink {
  write(piece: string): void;
}

/**
 * Writes the canonical form of a graph: RFC 8785. It is written directly, since the members are listed here in sorted order. Every
 * integer is a decimal string. Domains are named by position in `domains`, components by hash.
 */
export function writeGraph(text: TextSink, graph: Graph, componentHash: (component: number) => string): void {
  const domains = new CanonicalDomains(graph);
  text.write(`{"body":"${graph.body}","domains":[${domains.texts.join()}],"ensures":${numbers(graph.ensures)},"entry":"${graph.entry}"`);
  writeList(text, 'nodes', graph.nodes, (node, id) => nodeJson(node, typeAt(graph, id), domains, componentHash));
  writeList(text, 'outputs', graph.outputs, (output) => outputJson(output, domains));
  writeList(text, 'parameters', graph.parameters, (port) => portJson(port, domains));
  writeList(text, 'regions', graph.regions, regionJson);
  text.write(`,"requires":${numbers(graph.requires)},"role":"${graph.role}"}`);
}

function writeList<T>(text: TextSink, name: string, entries: readonly T[], form: (entry: T, position: number) => string): void {
  text.write(`,"${name}":[`);
  for (let i = 0; i < entries.length; i += 1) {
    const entry = entries[i];
    if (entry !== undefined) text.write((i === 0 ? '' : ',') + form(entry, i));
  }
  text.write(']');
}

function typeAt(graph: Graph, id: NodeId): Type {
  const type = graph.types[id];
  if (type === undefined) throw new Error(`no type of node ${id}`);
  return type;
}

function portJson(port: PortDomain, domains: CanonicalDomains): string {
  return `{"domain":"${domains.position(port.domain)}","name":${JSON.stringify(port.name)}}`;
}

function outputJson(output: Output, domains: CanonicalDomains): string {
  return `{"domain":"${domains.position(output.domain)}","name":${JSON.stringify(output.name)},"node":${number(output.node)}}`;
}

function regionJson(region: Region): string {
  return `{"nodes":${numbers(region.nodes)},"owner":${number(region.owner)},"parent":${number(region.parent)},"result":${number(region.result)}}`;
}

/** Ids from 0 on as they are written. Each occurs several times in a graph, and writing its digits takes longest. */
const QUOTED: string[] = [];
const MAX_QUOTED = 16_384;

function quoted(value: number): string {
  if (value >= MAX_QUOTED) return `"${value}"`;
  while (QUOTED.length <= value) QUOTED.push(`"${QUOTED.length}"`);
  return QUOTED[value] ?? `"${value}"`;
}

function number(value: number | null): string {
  return value === null ? 'null' : quoted(value);
}

function numbers(values: readonly number[]): string {
  const [first, second] = values;
  if (first === undefined) return '[]';
  if (second === undefined) return `[${quoted(first)}]`;
  return values.length === 2 ? `[${quoted(first)},${quoted(second)}]` : `["${values.join('","')}"]`;
}

function nodeJson(node: Node, type: Type, domains: CanonicalDomains, componentHash: (component: number) => string): string {
  switch (node.op) {
    case 'parameter':
      return `{"index":"${node.index}","op":"parameter"}`;
    case 'bound':
      return `{"index":"${node.index}","op":"bound","region":"${node.region}"}`;
    case 'literal':
      return `{"op":"literal","value":${literalJson(node.value, type, domains)}}`;
    case 'list':
      return `{"domain":"${domains.position(type)}","items":${numbers(node.items)},"op":"list"}`;
    case 'record':
      return `{"fields":[${node.fields.map((field) => `{"name":"${field.name}","node":"${field.node}"}`).join()}],"op":"record"}`;
    case 'some':
      return `{"op":"some","value":"${node.value}"}`;
    case 'apply': {
      const literals = node.literals.length === 0 ? '' : node.literals.map(argumentJson).join();
      return `{"literals":[${literals}],"monomer":"${node.monomer}","op":"apply","operands":${numbers(node.operands)}}`;
    }
    case 'field':
      return `{"name":"${node.name}","op":"field","record":"${node.record}"}`;
    case 'select':
      return `{"condition":${quoted(node.condition)},"op":"select","whenFalse":${quoted(node.whenFalse)},"whenTrue":${quoted(node.whenTrue)}}`;
    case 'shortCircuit':
      return `{"connective":"${node.connective}","left":"${node.left}","op":"shortCircuit","right":"${node.right}"}`;
    case 'unwrapOr':
      return `{"op":"unwrapOr","option":"${node.option}","otherwise":"${node.otherwise}"}`;
    case 'match': {
      const arms = node.arms.map((arm) => `{"pattern":${patternJson(arm.pattern)},"region":${quoted(arm.region)}}`);
      return `{"arms":[${arms.join()}],"op":"match","subject":"${node.subject}"}`;
    }
    case 'loop':
      return `{"body":"${node.body}","loop":"${node.loop}","op":"loop","source":${sourceJson(node.source)}}`;
    case 'fold': {
      const domain = number(node.domain === null ? null : domains.position(node.domain));
      return `{"body":"${node.body}","domain":${domain},"initial":"${node.initial}","op":"fold","source":${sourceJson(node.source)}}`;
    }
    case 'narrow':
    case 'state':
      return `{"domain":"${domains.position(node.domain)}","op":"${node.op}","operand":"${node.operand}"}`;
    case 'hold':
      return `{"by":"${node.by}","condition":"${node.condition}","op":"hold","operand":"${node.operand}"}`;
    case 'call':
      return `{"arguments":${numbers(node.arguments)},"component":"${componentHash(node.component)}","op":"call"}`;
  }
}

function sourceJson(source: LoopSource): string {
  return source.over === 'value' ? `{"node":"${source.node}","over":"value"}` : `{"hi":"${source.hi}","lo":"${source.lo}","over":"range"}`;
}

function literalJson(value: Value, type: Type, domains: CanonicalDomains): string {
  if (type.kind === 'option') return `{"domain":"${domains.position(type)}","none":true}`;
  return type.kind === 'enumeration' && typeof value === 'string'
    ? `{"domain":"${domains.position(type)}","tag":"${value}"}`
    : valueJson(value);
}

/** A literal argument; `null` in place of an operand. */
function argumentJson(literal: Value | null): string {
  return literal === null ? 'null' : valueJson(literal);
}

function valueJson(value: Value): string {
  if (typeof value === 'string') return `{"text":${JSON.stringify(value)}}`;
  if (typeof value === 'boolean') return `{"boolean":${value}}`;
  if (typeof value === 'number' || typeof value === 'bigint') return `{"integer":"${value}"}`;
  if (value instanceof Uint8Array) return `{"bytes":"${bytesToHex(value)}"}`;
  throw new Error('no literal has such a value');
}

function patternJson(pattern: CorePattern): string {
  switch (pattern.pattern) {
    case 'any':
    case 'none':
      return `{"pattern":"${pattern.pattern}"}`;
    case 'some':
      return `{"inner":${patternJson(pattern.inner)},"pattern":"some"}`;
    case 'tag':
      return `{"pattern":"tag","tag":"${pattern.tag}"}`;
    case 'range':
      return `{"hi":"${pattern.hi}","lo":"${pattern.lo}","pattern":"range"}`;
    case 'value':
      return `{"pattern":"value","value":${valueJson(pattern.value)}}`;
  }
}
