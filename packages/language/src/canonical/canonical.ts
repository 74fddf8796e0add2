import { sha256Hex } from '@kirchhoff/kernel/certificate/digest';
import type { Core, CorePolicy, Graph } from '@kirchhoff/kernel/graph/graph';
import { LANGUAGE_VERSION } from '@kirchhoff/kernel/limits';
import { writeGraph } from './canonical-json.js';
import { HashedText } from './hashed-text.js';

export interface CoreHashes {
  /** As in `Program`. */
  readonly hash: string;
  readonly proofKey: string;
}

/** Returns the hashes of a core in canonical order; they depend on the core alone. */
export function hashCore(core: Core): CoreHashes {
  return combineHashes(core, componentHashes(core));
}

/** The hashes of the components of a core, by the same index. */
export function componentHashes(core: Core): readonly string[] {
  const components: string[] = [];
  const componentHash = (component: number) => components[component] ?? '';
  for (const component of core.components) components.push(component.pin ?? graphHash(component, componentHash));
  return components;
}

/** Like {@link hashCore}, for known hashes of the components; by index as in `core.components`. */
export function combineHashes(core: Core, components: readonly string[]): CoreHashes {
  const componentHash = (component: number) => components[component] ?? '';
  const [first] = core.graphs;
  const isCircuit = core.policy === undefined && first !== undefined;
  const hash = isCircuit ? graphHash(first, componentHash) : policyHash(core, componentHash);
  const uncalled = components.slice(core.calledComponents);
  if (uncalled.length === 0) return { hash, proofKey: hash };
  const written = uncalled.map((each) => `"${each}"`).join();
  return { hash, proofKey: sha256Hex(`{"components":[${written}],"hash":"${hash}"}`) };
}

/** The hash of a circuit or a component. Callers refer to it by this hash. */
export function graphHash(graph: Graph, componentHash: (component: number) => string): string {
  const text = new HashedText();
  text.write('{"graph":');
  writeGraph(text, graph, componentHash);
  text.write(`,"language":"${LANGUAGE_VERSION}"}`);
  return text.hash();
}

const NO_RULES: CorePolicy = { categories: [], rules: [], default: 'deny' };

function policyHash(core: Core, componentHash: (component: number) => string): string {
  const policy = core.policy ?? NO_RULES;
  const text = new HashedText();
  text.write('{"actions":[');
  for (const [i, graph] of core.graphs.entries()) {
    text.write(`${i === 0 ? '' : ','}{"category":${JSON.stringify(policy.categories[i] ?? '')},"graph":`);
    writeGraph(text, graph, componentHash);
    text.write('}');
  }
  const rules = policy.rules.map((rule) => {
    return `{"actions":[${rule.actions.map((action) => `"${action}"`).join()}],"name":"${rule.name}","verdict":"${rule.verdict}"}`;
  });
  text.write(`],"default":"${policy.default}","language":"${LANGUAGE_VERSION}","rules":[${rules.join()}]}`);
  return text.hash();
}
