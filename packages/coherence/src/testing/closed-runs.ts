import { inspect } from 'node:util';
import { type AbstractValue, containsValue, ofDomain } from '@kirchhoff/kernel/abstract/abstract';
import { decodeCertificate } from '@kirchhoff/kernel/certificate/decode';
import type { Certificate, Evidence, Refutation } from '@kirchhoff/kernel/certificate/format';
import { isRefusal } from '@kirchhoff/kernel/certificate/refusal';
import { run } from '@kirchhoff/kernel/evaluate/evaluate';
import type { GraphReference } from '@kirchhoff/kernel/evaluate/evaluation';
import type { Graph, NodeId } from '@kirchhoff/kernel/graph/graph';
import { schedule } from '@kirchhoff/kernel/graph/schedule';
import type { Program } from '@kirchhoff/language/program/program';
import { sampleInputs } from '@kirchhoff/prover/samples';

/**
 * The methods by which a certificate closes domains: the rules of the kernel, `exhaustion` (a run of every input) and `smt` (a
 * solver).
 */
export const RULES = [
  'intervals',
  'differences',
  'joins',
  'drifts',
  'unrolled',
  'kept',
  'calls',
  'linear',
  'cuts',
  'inlined',
  'written out',
  'invariants',
  'states',
  'cases',
  'witness',
] as const;
export type ClosingRule = (typeof RULES)[number] | 'exhaustion' | 'induction' | 'smt';

/** Counts of the certificates that use each rule. */
export type Yield = Map<ClosingRule, number>;

/** Counts the rules that a certificate uses. */
export function countRules(into: Yield, bytes: Uint8Array): void {
  const certificate = decodeCertificate(bytes);
  if (isRefusal(certificate)) throw new Error(certificate.reason);
  const used = new Set<ClosingRule>();
  for (const proof of [...certificate.components, ...certificate.graphs]) {
    for (const evidence of proof.closure) for (const rule of rulesOf(evidence)) used.add(rule);
    if (proof.differences.size > 0) used.add('differences');
    if (proof.joins.size > 0) used.add('joins');
    if (proof.drifts.size > 0) used.add('drifts');
    if (proof.unrolled.length > 0) used.add('unrolled');
    if (proof.kept.size > 0) used.add('kept');
    if (proof.cuts.size > 0) used.add('cuts');
    if (proof.inlined?.loops === 'written_out') used.add('written out');
  }
  for (const rule of used) into.set(rule, (into.get(rule) ?? 0) + 1);
}

function rulesOf(evidence: Evidence): readonly ClosingRule[] {
  switch (evidence.by) {
    case 'analysis':
      return [evidence.differences.length === 0 ? 'intervals' : 'differences'];
    case 'call':
      return ['calls'];
    case 'linear':
      return evidence.bounds.some(({ refutation }) => hasInvariant(refutation)) ? ['linear', 'invariants'] : ['linear'];
    case 'structure':
      return [];
    default:
      return [evidence.by];
  }
}

function hasInvariant(refutation: Refutation): boolean {
  if (refutation.rule === 'split') return hasInvariant(refutation.holds) || hasInvariant(refutation.fails);
  if (refutation.rule === 'ordered' || refutation.rule === 'element') {
    return refutation.premises.some(hasInvariant) || hasInvariant(refutation.rest);
  }
  if (refutation.rule === 'either' || refutation.rule === 'since') return true;
  const isSummed = refutation.terms.some(({ factors }) => factors.some(({ fact }) => fact === 'kept'));
  return isSummed || (refutation.rule === 'rounded' && hasInvariant(refutation.rest));
}

/** Returns the claim of every node by id, for each graph of a certificate. */
function claimsOf(program: Program, bytes: Uint8Array): (part: GraphReference) => ReadonlyMap<NodeId, AbstractValue> {
  const certificate = decodeCertificate(bytes);
  if (isRefusal(certificate)) throw new Error(certificate.reason);
  const components = program.core.components.map((graph, index) => byNode(graph, certificate.components[index]));
  const graphs = program.core.graphs.map((graph, index) => byNode(graph, certificate.graphs[index]));
  return (part) => ('graph' in part ? graphs[part.graph] : components[part.component]) ?? new Map();
}

function byNode(graph: Graph, proof: Certificate['graphs'][number] | undefined): ReadonlyMap<NodeId, AbstractValue> {
  const nodes = schedule(graph, 'whole').flatMap((event) => (event.event === 'node' ? [event.node] : []));
  return new Map(nodes.map((node, index) => [node, proof?.claims[index] ?? { kind: 'never' }]));
}

/**
 * Runs a closed program on `most` of the inputs that a prover would try. Throws if a run fails or a node has a value outside its
 * claim.
 */
export function holdToRuns(source: string, program: Program, bytes: Uint8Array, most: number): void {
  const claims = claimsOf(program, bytes);
  const [graph] = program.core.graphs;
  if (graph === undefined) throw new Error('a program without a graph');
  let count = 0;
  for (const inputs of sampleInputs(
    program.core,
    graph.parameters.map((parameter) => ofDomain(parameter.domain)),
  )) {
    const result = run(program.core, { graph: 0 }, inputs, {
      observer: (part, node, value) => {
        const claim = claims(part).get(node);
        if (claim === undefined || !containsValue(claim, value)) {
          throw new Error(
            `node ${node} has ${inspect(value)} outside its claim ${JSON.stringify(claim)} for ${inspect(inputs)}\n${source}`,
          );
        }
      },
    });
    if (result.type === 'fault' || result.type === 'entropy')
      throw new Error(`a closed circuit fails for ${inspect(inputs)}: ${JSON.stringify(result)}\n${source}`);
    count += 1;
    if (count >= most) return;
  }
}
