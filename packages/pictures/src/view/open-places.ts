import {
  type CircuitProgram,
  type ClosureDomain,
  type ClosureError,
  type ClosurePlace,
  closurePlaces,
  decodeValue,
  type Graph,
  type GraphReference,
  type NodeId,
  type PolicyProgram,
  type Program,
  run,
  type Value,
} from '@kirchhoff/coherence';
import { componentId, contractId, nodeId, outputId } from './nodes.js';
import { literalText } from './text.js';

/** An open closure domain at a node. */
export interface OpenPlace {
  /** The precondition, in a few words. */
  readonly needs: string;
  /** The message of the error. */
  readonly message: string;
}

/** The values of one failing run. */
export interface FailingRun {
  /** The inputs, or the arguments of a component, by name. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Returns the value of a node at its last evaluation, in words; `null` if it was not evaluated. */
  valueOf(graph: string, node: NodeId): string | null;
}

/** The closure domains that a certification left open. */
export interface OpenPlaces {
  readonly count: number;
  /** Finds the open closure domain at an id of the graph view; `null` if there is none at this id. */
  at(graph: string, node: string): OpenPlace | null;
  /** Null if no counterexample was found. */
  readonly run: FailingRun | null;
}

/**
 * Step limit of the run. A counterexample was found within its own budget; the margin allows for engines that count differently.
 */
const MAX_STEPS = 4_000_000;

/** Maps the errors of a result to the nodes of the graph, and runs the first counterexample to record the values. */
export function openPlaces(program: CircuitProgram, errors: readonly ClosureError[]): OpenPlaces {
  const found = placesIn(program, 0, errors);
  return { count: errors.length, at: (graph, node) => found.get(key(graph, node)) ?? null, run: failingRun(program, errors) };
}

/** Maps the errors of a policy to the nodes of one of its actions and of the components. Records no values. */
export function actionPlaces(program: PolicyProgram, action: number, errors: readonly ClosureError[]): OpenPlaces {
  const found = placesIn(program, action, errors);
  return { count: found.size, at: (graph, node) => found.get(key(graph, node)) ?? null, run: null };
}

/** Returns the open places of a graph of the core and of the components, by graph and node of the view. */
function placesIn(program: Program, shown: number, errors: readonly ClosureError[]): ReadonlyMap<string, OpenPlace> {
  const found = new Map<string, OpenPlace>();
  for (const place of closurePlaces(program)) {
    if ('graph' in place.part && place.part.graph !== shown) continue;
    const error = errors.find((each) => isAbout(each, place));
    const graph = graphAt(program, place.part);
    const node = graph === undefined ? undefined : nodeOf(graph, place.of);
    if (error !== undefined && node !== undefined)
      found.set(key(graphId(place.part), node), { needs: place.needs, message: error.message });
  }
  return found;
}

function isAbout(error: ClosureError, { type, domain, line, column }: ClosurePlace): boolean {
  return error.type === type && error.domain === domain && error.line === line && error.column === column;
}

function key(graph: string, node: string): string {
  return `${graph} ${node}`;
}

function graphId(part: GraphReference): string {
  return 'component' in part ? componentId(part.component) : 'circuit';
}

function graphAt({ core }: Program, part: GraphReference): Graph | undefined {
  return 'component' in part ? core.components[part.component] : core.graphs[part.graph];
}

/** Returns the node of the view for a closure domain; `undefined` for an unused input, which has no node. */
function nodeOf(graph: Graph, domain: ClosureDomain): string | undefined {
  switch (domain.kind) {
    case 'input': {
      const node = graph.nodes.findIndex((each) => each.op === 'parameter' && each.index === domain.parameter);
      return node < 0 ? undefined : nodeId(node);
    }
    case 'output':
      return outputId(domain.output);
    case 'operation':
    case 'source':
      return nodeId(domain.node);
    case 'contract':
      return contractOf(domain);
  }
}

function contractOf(domain: Extract<ClosureDomain, { kind: 'contract' }>): string {
  switch (domain.of) {
    case 'state':
    case 'call':
    case 'match':
    case 'accumulator':
    case 'hold':
      return nodeId(domain.node);
    case 'ensure':
      return contractId('ensure', domain.ensure);
    case 'result':
      return outputId(0);
    case 'requires':
      return contractId('require', 0);
  }
}

/** Returns the run of the circuit's first counterexample, else of a component's first. */
function failingRun(program: CircuitProgram, errors: readonly ClosureError[]): FailingRun | null {
  const examples = errors.flatMap(({ counterexample, component }) => (counterexample === undefined ? [] : [{ counterexample, component }]));
  const example = examples.find(({ component }) => component === undefined) ?? examples[0];
  if (example === undefined) return null;
  const component = program.sourceMap.components.findIndex(({ name }) => name === example.component);
  const part = example.component === undefined ? { graph: 0 } : { component };
  const inputs = argumentsOf(program, part, example.counterexample);
  if (inputs === undefined) return null;
  const values = new Map<string, Value>();
  const observer = (graph: GraphReference, node: NodeId, value: Value) => values.set(key(graphId(graph), nodeId(node)), value);
  run(program.core, part, inputs, { observer, budget: MAX_STEPS });
  return {
    inputs: example.counterexample,
    valueOf: (graph, node) => {
      const value = values.get(key(graph, nodeId(node)));
      const index = program.core.components.findIndex((_, each) => componentId(each) === graph);
      const type = (index < 0 ? program.core.graphs[0] : program.core.components[index])?.types[node];
      return value === undefined || type === undefined ? null : literalText(value, type);
    },
  };
}

/** Returns the arguments of a counterexample. The parameters of a component have names only in the source. */
function argumentsOf(program: CircuitProgram, part: GraphReference, json: Readonly<Record<string, unknown>>): readonly Value[] | undefined {
  const graph = graphAt(program, part);
  const map = 'component' in part ? program.sourceMap.components[part.component] : program.sourceMap.graphs[part.graph];
  const values: Value[] = [];
  for (const [index, { domain }] of graph?.parameters.entries() ?? []) {
    const decoded = decodeValue(domain, json[map?.parameters[index]?.domain ?? '']);
    if (!decoded.ok) return undefined;
    values.push(decoded.value);
  }
  return values;
}
