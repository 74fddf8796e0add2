import type { AbstractValue } from '@kirchhoff/kernel/abstract/abstract';
import { highest } from '@kirchhoff/kernel/abstract/ranges';
import { claimsOf } from '@kirchhoff/kernel/certificate/claims';
import type { Graph, Node, NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import { nodeAt, operandsOf, ownedRegions } from '@kirchhoff/kernel/graph/schedule';
import { monomerAt } from '@kirchhoff/kernel/monomers/catalog';
import { ALL_CHARACTERS } from '@kirchhoff/kernel/types/text-forms';
import type { Diagnostic } from '@kirchhoff/language/diagnostics/diagnostic';
import { placeKey, placeOf } from '@kirchhoff/language/diagnostics/place';
import type { PolicyProgram } from '@kirchhoff/language/program/program';
import type { ClaimedGraph } from './arm-warnings.js';

/**
 * Monomers that test the beginning, the end or a part of a text: for an arbitrary text the result says little about its meaning.
 */
const TESTS: ReadonlySet<string> = new Set(['STARTS_WITH', 'ENDS_WITH', 'INCLUDES', 'MATCHES_GLOB']);

/**
 * Returns warnings on tests of arbitrary texts that a rule with the verdict allow depends on, through wires, loops, arms and
 * components. A component without an arbitrary text among its arguments is skipped.
 */
export function textTestWarnings(
  program: PolicyProgram,
  actions: readonly ClaimedGraph[],
  components: readonly ClaimedGraph[],
): readonly Diagnostic[] {
  const allowing = new Set(program.policy.rules.filter(({ verdict }) => verdict === 'allow').map(({ name }) => name));
  const search = new Search(components);
  for (const action of actions) {
    search.follow(
      action,
      action.graph.outputs.flatMap(({ name, node }) => (node !== null && allowing.has(name) ? [node] : [])),
    );
  }
  return search.warnings();
}

class Search {
  private readonly found = new Map<string, Diagnostic>();
  /** The components to visit, each once. */
  private readonly entered = new Set<number>();

  constructor(private readonly components: readonly ClaimedGraph[]) {}

  warnings(): readonly Diagnostic[] {
    // New components are appended to the set during the search: its iteration includes later additions.
    for (const index of this.entered) {
      const component = this.components[index];
      const result = component?.graph.outputs[0]?.node ?? null;
      if (component !== undefined && result !== null) this.follow(component, [result]);
    }
    return [...this.found.values()];
  }

  /** Visits all nodes that these depend on. */
  follow(of: ClaimedGraph, roots: readonly NodeId[]): void {
    const claim = claimsOf(of.graph, of.pass);
    const seen = new Set(roots);
    for (const id of seen) {
      const node = nodeAt(of.graph, id);
      this.look(of, id, node, claim);
      for (const operand of operandsOf(node)) seen.add(operand);
      for (const region of ownedRegions(node)) addResult(of.graph, region, seen);
      if (node.op === 'bound') addOwner(of.graph, node.region, seen);
    }
  }

  private look({ map }: ClaimedGraph, id: NodeId, node: Node, claim: (node: NodeId) => AbstractValue): void {
    if (node.op === 'call' && node.arguments.some((argument) => holdsAnyText(claim(argument)))) this.entered.add(node.component);
    if (node.op !== 'apply') return;
    const { name } = monomerAt(node.monomer);
    const [text] = node.operands;
    const place = map.nodes[id];
    if (!TESTS.has(name) || text === undefined || place === undefined || !isAnyText(claim(text))) return;
    const message = `what is allowed rests on ${name} of a text that may hold any character: what acts on it may read another name in it`;
    const hint = 'take a `hostname`, an `ipv4`, a `path` or a `text[1..99] of "a-z0-9-"`, or compare with each value that is right';
    this.found.set(placeKey(place), { severity: 'warning', code: 'unsafe-text-test', message, ...placeOf(place), text: name, hint });
  }
}

/** Adds the result of a region. Nested regions follow from the nodes that the result depends on. */
function addResult(graph: Graph, region: RegionId, seen: Set<NodeId>): void {
  const result = graph.regions[region]?.result ?? null;
  if (result !== null) seen.add(result);
}

/** The values that a region binds come from the node that owns it. */
function addOwner(graph: Graph, region: RegionId, seen: Set<NodeId>): void {
  const owner = graph.regions[region]?.owner ?? null;
  if (owner !== null) seen.add(owner);
}

/** Returns true for unrestricted texts: some operations restrict all characters, but only up to their last one. */
function isAnyText(view: AbstractValue): boolean {
  return view.kind === 'text' && view.values === null && view.hi > 0 && highest(view.characters) === highest(ALL_CHARACTERS);
}

/** Returns true for a type that may contain an arbitrary text, or bytes that encode one. */
function holdsAnyText(view: AbstractValue): boolean {
  switch (view.kind) {
    case 'text':
      return isAnyText(view);
    case 'bytes':
      return true;
    case 'list':
      return holdsAnyText(view.element);
    case 'record':
      return view.fields.some((field) => holdsAnyText(field.view));
    case 'option':
      return holdsAnyText(view.some);
    case 'never':
    case 'integer':
    case 'boolean':
    case 'enumeration':
      return false;
  }
}
