import { abstract, type Core, type Graph, type GraphMap, type PortDomain, type RulePart } from '@kirchhoff/coherence';
import { type Checks, type GraphChecks, NO_CHECKS } from '../plan/checks.js';
import { rangeOfDomain } from '../plan/domain-range.js';
import { type Names, namesOf } from '../plan/names.js';
import { at, type GraphPlan, planOf, resultOf } from '../plan/plan.js';
import { describeDomain } from '../writing/describe-domain.js';
import { jsonForm, readerOf } from './boundary.js';
import { type Blamed, blamed, isInDomain, not, placeArguments, writeCheck } from './checks.js';
import { held, type JsExpression, object, primary, string, variable } from './expression.js';
import { representationOfDomain } from './representation.js';
import type { Runtime } from './runtime/runtime.js';
import { type ComponentFunction, type EmissionScope, expressionOf } from './scope.js';
import { stackOf, takesArrayOfArguments } from './stack.js';
import { writeRegion } from './statements.js';
import type { Writer } from './writer.js';

/** The shared state of all functions of one module. */
export interface Module {
  readonly core: Core;
  readonly checks: Checks;
  readonly writer: Writer;
  readonly runtime: Runtime;
  /** The names at the top of the module, including that of the exported function. */
  readonly names: Names;
  readonly exported: string;
  /** The functions written so far, by index as in `Core.components`. */
  readonly components: ComponentFunction[];
}

/**
 * Names of the parameters for the place of a call, and of the array of many arguments. Upper-case letters distinguish them from
 * names of authors.
 */
const CALL: Blamed = { domain: 'callDomain', line: 'callLine' };
const ALL_ARGUMENTS = 'allArguments';

const PORT_SET = 'portSet';

/** Writes a component as a function of its arguments by position. */
export function writeComponent(module: Module, graph: Graph, map: GraphMap): ComponentFunction {
  const name = module.names.fresh(map.name);
  const checks = at(module.checks.components, module.components.length);
  const scope = scopeOf(module, graph, map, checks);
  const { slots, style } = stackOf(scope.plan, scope.names.size, module.components);
  const takesPlace = checks.requires && graph.requires.length > 0;
  const place = takesPlace ? placeArguments(scope, CALL) : [];
  const parameters = style.takesArray ? [ALL_ARGUMENTS] : [...scope.parameters.map(({ text }) => text), ...place];
  module.writer.open(`function${style.isSteps ? '*' : ''} ${name}(${parameters.join(', ')}) {`);
  if (takesPlace) {
    if (style.takesArray) module.writer.line(`const [${place.join(', ')}] = ${ALL_ARGUMENTS}.slice(${graph.parameters.length});`);
    writeRequires(scope, (condition, index) => {
      writeCheck(scope, condition, CALL, `the arguments of ${name} do not satisfy '${at(map.requires, index).domain}'`);
    });
  }
  writeRegion(scope, graph.body);
  const representation = representationOfDomain(at(graph.outputs, 0).domain);
  const result = held(at(writeResults(scope), 0), representation);
  module.writer.line(`return ${result.text};`);
  module.writer.close('}');
  module.writer.line('');
  return {
    name,
    parameters: graph.parameters.map(({ domain }) => representationOfDomain(domain)),
    result: representation,
    slots,
    style,
    takesPlace,
  };
}

/** Writes the circuit as an exported function of an object of inputs, including the checks of these. */
export function writeCircuit(module: Module, graph: Graph, map: GraphMap): void {
  const name = module.exported;
  const scope = scopeOf(module, graph, map, at(module.checks.graphs, 0));
  const { isSteps } = stackOf(scope.plan, scope.names.size, module.components).style;
  writeDocumentation(module.writer, graph);
  if (isSteps) {
    module.writer.open(`export function ${name}(inputs) {`);
    module.writer.line(`return ${module.runtime.use('runSteps')}(${name}Steps(inputs));`);
    module.writer.close('}');
    module.writer.line('');
  }
  module.writer.open(isSteps ? `function* ${name}Steps(inputs) {` : `export function ${name}(inputs) {`);
  writeBoundary(scope);
  writeRequires(scope, (condition, index) => {
    const message = string(`the inputs do not satisfy '${at(map.requires, index).domain}'`);
    module.writer.line(`if (${not(condition).text}) throw new ${scope.runtime.use('DomainError')}(null, '', ${message.text});`);
  });
  writeRegion(scope, graph.body);
  const results = writeResults(scope);
  const members = graph.outputs.map(({ name: port, domain }, index) => ({
    name: port,
    value: jsonForm(domain, at(results, index), scope.runtime),
  }));
  module.writer.line(`return ${object(members).text};`);
  module.writer.close('}');
}

/** Returns a scope with the named parameters. */
export function scopeOf(module: Module, graph: Graph, map: GraphMap, checks: GraphChecks): EmissionScope {
  const names = module.names.inner(module.exported);
  const takesArray = takesArrayOfArguments(graph);
  const parameters = map.parameters.map(({ domain }, index) => {
    const representation = representationOfDomain(at(graph.parameters, index).domain);
    if (takesArray) return primary(`${ALL_ARGUMENTS}[${index}]`, representation);
    return variable(names.fresh(domain.slice(domain.lastIndexOf('.') + 1)), representation);
  });
  return scopeWith(module, planOf(module.core, graph, map, checks), { names, parameters });
}

function scopeWith(
  { checks, writer, runtime, components }: Module,
  plan: GraphPlan,
  { names, parameters }: { readonly names: Names; readonly parameters: readonly JsExpression[] },
): EmissionScope {
  const expressions = new Map<number, JsExpression>();
  for (const [id, node] of plan.graph.nodes.entries()) {
    if (node.op === 'parameter') expressions.set(id, at(parameters, node.index));
  }
  let labels = 0;
  const newLabel = () => {
    labels += 1;
    return `chainEnd${labels}`;
  };
  return { plan, error: checks.error, writer, runtime, parameters, names: namesOf(plan, names), components, expressions, newLabel };
}

/**
 * Returns a scope for a part of a graph, with the parameters of the whole graph. The part has no checks at run time.
 *
 * @param whole the plan of the whole graph
 */
export function scopeOfPart(module: Module, whole: GraphPlan, part: RulePart, parameters: readonly JsExpression[]): EmissionScope {
  const { map } = whole;
  const places: GraphMap = {
    ...map,
    nodes: part.nodes.map((id) => at(map.nodes, id)),
    arms: new Map(
      part.regions.flatMap((region, place) => {
        const arm = map.arms.get(region);
        return arm === undefined ? [] : [[place, arm] as const];
      }),
    ),
    guarded: [],
    written: new Set(),
    outputs: part.places.map((place) => at(map.outputs, place)),
    ensures: [],
  };
  const names = module.names.inner(module.exported);
  for (const { text } of parameters) names.fresh(text);
  return scopeWith(module, planOf(module.core, part.graph, places, NO_CHECKS), { names, parameters });
}

function writeDocumentation(writer: Writer, graph: Graph): void {
  writer.line('/**');
  writer.line(' * In and out goes the JSON form of values; wide integers may be given as bigints too, bytes as Uint8Arrays too.');
  writer.line(' *');
  for (const port of graph.parameters) writer.line(` * input  ${describePort(port)}`);
  for (const port of graph.outputs) writer.line(` * output ${describePort(port)}`);
  writer.line(' */');
}

export function describePort({ name, domain }: PortDomain): string {
  return `${name}: ${describeDomain(domain)}`;
}

function writeBoundary(scope: EmissionScope): void {
  const { writer, runtime, parameters, plan } = scope;
  for (const [index, { name, domain }] of plan.graph.parameters.entries()) {
    const read = runtime.use('readPort');
    writer.line(`const ${at(parameters, index).text} = ${read}(inputs, '${name}', ${readerOf(domain, runtime, true)});`);
  }
  const ports = plan.graph.parameters.map(({ name }) => `'${name}'`);
  runtime.declareAlone(`const ${PORT_SET} = new Set([${ports.join(', ')}]);`);
  writer.line(`${runtime.use('refuseOtherPorts')}(inputs, ${PORT_SET});`);
}

function writeRequires(scope: EmissionScope, write: (condition: JsExpression, index: number) => void): void {
  for (const [index, region] of scope.plan.graph.requires.entries()) {
    writeRegion(scope, region);
    write(expressionOf(scope, resultOf(scope.plan, region)), index);
  }
}

/** Writes the checks of the outputs and then of the ensures, as far as needed; returns the outputs. */
export function writeResults(scope: EmissionScope): readonly JsExpression[] {
  const { graph, map, checks } = scope.plan;
  const results = graph.outputs.map((output, index) => {
    if (output.node === null) throw new Error(`no wire produces ${output.name}`);
    const value = expressionOf(scope, output.node);
    const proven = !checks.output(index) || abstract.isWithin(at(scope.plan.ranges, output.node), rangeOfDomain(output.domain));
    const message =
      output.name === '' ? `the result of ${map.name} is outside its domain` : `the output ${output.name} is outside its domain`;
    if (!proven) writeCheck(scope, isInDomain(scope, output.domain, value), blamed(at(map.outputs, index)), message);
    return value;
  });
  writeEnsures(scope);
  return results;
}

function writeEnsures(scope: EmissionScope): void {
  const { graph, map, checks } = scope.plan;
  for (const [index, region] of graph.ensures.entries()) {
    if (!checks.ensure(index)) continue;
    const place = at(map.ensures, index);
    writeRegion(scope, region);
    writeCheck(scope, expressionOf(scope, resultOf(scope.plan, region)), blamed(place), `'${place.domain}' does not hold`);
  }
}
