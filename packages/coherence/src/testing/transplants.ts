import { ofDomain } from '@kirchhoff/kernel/abstract/abstract';
import type { Evidence, Refutation } from '@kirchhoff/kernel/certificate/format';
import { Refuter } from '@kirchhoff/kernel/certificate/linear';
import { run } from '@kirchhoff/kernel/evaluate/evaluate';
import { LoopSteps } from '@kirchhoff/kernel/rules/loop-steps';
import type { Program } from '@kirchhoff/language/program/program';
import type { Proof } from '@kirchhoff/prover/proof';
import { sampleInputs } from '@kirchhoff/prover/samples';
import { Forgery } from './forgery.js';

/**
 * Returns the certificate of a program with the evidence of another one and with claims of its own. `null` if the graphs of the two
 * differ in shape.
 */
export function transplanted(proof: Proof, program: Program): Uint8Array | null {
  const isAlike = proof.graphs.every(({ graph }, index) => {
    const other = program.core.graphs[index];
    return operationsOf(graph.nodes) === operationsOf(other?.nodes ?? []);
  });
  if (!isAlike) return null;
  const graphs = proof.graphs.map((proven, index) => ({ ...proven, graph: program.core.graphs[index] ?? proven.graph }));
  const forgery = new Forgery(program, { ...proof, graphs });
  forgery.derive();
  return forgery.sealed();
}

function operationsOf(nodes: readonly { readonly op: string }[]): string {
  return nodes.map(({ op }) => op).join();
}

/** Returns true if one of the first inputs that a prover would try fails. */
export function fails({ core }: Program, most: number): boolean {
  const views = core.graphs[0]?.parameters.map(({ domain }) => ofDomain(domain)) ?? [];
  let count = 0;
  for (const inputs of sampleInputs(core, views)) {
    const { type } = run(core, { graph: 0 }, inputs, {});
    if (type === 'fault' || type === 'entropy') return true;
    count += 1;
    if (count >= most) return false;
  }
  return false;
}

/** Returns the rules of the refutations in a proof. */
export function refutationsIn(proof: Proof): ReadonlySet<Refutation['rule']> {
  const found = new Set<Refutation['rule']>();
  const visit = (refutation: Refutation): void => {
    found.add(refutation.rule);
    for (const part of partsOf(refutation)) visit(part);
  };
  for (const { findings } of proof.graphs) for (const { evidence } of findings) for (const each of refutationsOf(evidence)) visit(each);
  return found;
}

function refutationsOf(evidence: Evidence | null): readonly Refutation[] {
  return evidence?.by === 'linear' ? evidence.bounds.map(({ refutation }) => refutation) : [];
}

function partsOf(refutation: Refutation): readonly Refutation[] {
  switch (refutation.rule) {
    case 'sum':
      return [];
    case 'split':
      return [refutation.holds, refutation.fails];
    case 'rounded':
      return [refutation.rest];
    case 'ordered':
    case 'element':
      return [...refutation.premises, refutation.rest];
    case 'either':
      return [refutation.base, ...refutation.steps, ...refutation.rests];
    case 'since':
      return [refutation.base, refutation.step, refutation.rest];
  }
}

/** A premise of a rule that a checker with a fault does not check. */
export type Unchecked =
  | { readonly rule: 'either'; readonly part: 'base' | 'steps' | 'rests'; readonly at: 0 | 1 }
  | { readonly rule: 'since'; readonly part: 'base' | 'step' | 'rest' }
  | { readonly rule: 'loops'; readonly part: 'premises' };

/** Returns the result of a function during which the checker leaves out one premise. */
export function without<T>(unchecked: Unchecked, during: () => T): T {
  if (unchecked.rule === 'loops') {
    const own = Object.getOwnPropertyDescriptor(LoopSteps.prototype, 'premises');
    Object.defineProperty(LoopSteps.prototype, 'premises', { configurable: true, get: () => [] });
    try {
      return during();
    } finally {
      if (own !== undefined) Object.defineProperty(LoopSteps.prototype, 'premises', own);
    }
  }
  // oxlint-disable-next-line typescript/unbound-method -- called with its own receiver
  const refutes = Refuter.prototype.refutes;
  const left = new Set<Refutation>();
  Refuter.prototype.refutes = function (assumed, refutation) {
    if (left.has(refutation)) return true;
    if (refutation.rule === unchecked.rule) left.add(partOf(refutation, unchecked));
    return refutes.call(this, assumed, refutation);
  };
  try {
    return during();
  } finally {
    Refuter.prototype.refutes = refutes;
  }
}

function partOf(refutation: Extract<Refutation, { rule: 'either' | 'since' }>, unchecked: Unchecked): Refutation {
  if (refutation.rule === 'since') return unchecked.rule === 'since' ? refutation[unchecked.part] : refutation.base;
  if (unchecked.rule !== 'either' || unchecked.part === 'base') return refutation.base;
  return refutation[unchecked.part][unchecked.at];
}
