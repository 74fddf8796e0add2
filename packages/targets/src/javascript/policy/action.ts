import {
  type Graph,
  type PolicyProgram,
  type PolicyRule,
  type PortDomain,
  type RulePart,
  type RuleTable,
  ruleIndex,
  type Verdict,
} from '@kirchhoff/coherence';
import type { GraphChecks } from '../../plan/checks.js';
import { at } from '../../plan/plan.js';
import { integer, type JsExpression, string } from '../expression.js';
import { describePort, type Module, scopeOf, scopeOfPart, writeResults } from '../graph-function.js';
import type { EmissionScope } from '../scope.js';
import { stackOf } from '../stack.js';
import { writeRegion } from '../statements.js';
import { paramReaderOf } from './params.js';

/** From the verdict that beats all others to the one that is beaten by them. */
const PRECEDENCE = ['deny', 'review', 'allow'] as const satisfies readonly Verdict[];
const SHOWN = { allow: 'ALLOW', review: 'REVIEW', deny: 'DENY' } as const satisfies Record<Verdict, string>;

/** A rule on an action, and the condition under which it applies. */
interface Vote {
  readonly rule: PolicyRule;
  readonly applies: JsExpression;
}

export type Rules = ReadonlyMap<string, PolicyRule>;

function ruleNamed(rules: Rules, name: string): PolicyRule {
  const rule = rules.get(name);
  if (rule === undefined) throw new RangeError(`the policy has no rule ${name}`);
  return rule;
}

/** Writes the action of that index as a function from params to decision; returns its name. */
export function writeAction(
  module: Module,
  program: Pick<PolicyProgram, 'core' | 'sourceMap' | 'policy'>,
  rules: Rules,
  index: number,
): string {
  const { writer, runtime } = module;
  const graph = at(program.core.graphs, index);
  const map = at(program.sourceMap.graphs, index);
  const category = at(program.policy.categories, index);
  const name = module.names.fresh(nameOf(category));
  const checks = at(module.checks.graphs, index);
  // The name is taken first, so that no variable hides the table.
  const lookUp = lookUpOf(module, graph, { checks, name });
  const scope = scopeOf(module, graph, map, checks);
  const { isSteps } = stackOf(scope.plan, scope.names.size, module.components).style;
  if (isSteps) {
    writer.open(`function ${name}(params) {`);
    writer.line(`return ${runtime.use('runSteps')}(${name}Steps(params));`);
    writer.close('}');
    writer.line('');
  }
  writeDocumentation(scope, category);
  writer.open(isSteps ? `function* ${name}Steps(params) {` : `function ${name}(params) {`);
  writeParams(scope, index);
  if (lookUp !== null && !isSteps) {
    writeLookUp(module, scope, lookUp);
    const listed = graph.outputs.map((output) => `['${SHOWN[ruleNamed(rules, output.name).verdict]}', '${output.name}']`);
    const votesOf = `votes${index + 1}`;
    runtime.declareAlone(`const ${votesOf} = [\n${listed.map((vote) => `  ${vote},\n`).join('')}];`);
    const byDefault = program.policy.default;
    writer.line(`return ${runtime.use('decidedByPlaces')}(${APPLYING}, ${votesOf}, '${SHOWN[byDefault]}', '${byDefault}');`);
    writer.close('}');
    writer.line('');
    for (const table of lookUp.tables) writeTable(module, scope, { table, action: name });
    return name;
  }
  writeRegion(scope, graph.body);
  const results = writeResults(scope);
  const votes = graph.outputs.map((output, i) => ({ rule: ruleNamed(rules, output.name), applies: at(results, i) }));
  for (const verdict of PRECEDENCE) {
    writeVotes(
      scope,
      verdict,
      votes.filter(({ rule }) => rule.verdict === verdict),
    );
  }
  const byDefault = program.policy.default;
  writer.line(`return ${runtime.use('decidedByDefault')}('${SHOWN[byDefault]}', '${byDefault}');`);
  writer.close('}');
  writer.line('');
  return name;
}

/** The array with the positions of the rules that apply. */
const APPLYING = 'applying';
/** Maximal number of params that are passed to the functions of looked-up rules. */
const MAX_PASSED = 64;

/** The rules of an action by the equality tests that they share, and the names of the tables. */
interface LookUp {
  readonly always: RulePart | null;
  readonly tables: readonly (RuleTable & { readonly name: string })[];
}

/** `null` if no rules are looked up, or if a part of the action is guarded at run time: then every rule is evaluated. */
function lookUpOf(
  { names }: Module,
  graph: Graph,
  { checks, name }: { readonly checks: GraphChecks; readonly name: string },
): LookUp | null {
  if (graph.parameters.length > MAX_PASSED || isGuarded(graph, checks)) return null;
  const { always, tables } = ruleIndex(graph);
  if (tables.length === 0) return null;
  const named = tables.map((table) => ({ ...table, name: names.fresh(`${name}_by_${at(graph.parameters, table.param).name}`) }));
  return { always, tables: named };
}

function isGuarded(graph: Graph, checks: GraphChecks): boolean {
  return (
    graph.nodes.some((_, id) => checks.node(id)) ||
    graph.outputs.some((_, output) => checks.output(output)) ||
    graph.ensures.some((_, ensure) => checks.ensure(ensure))
  );
}

/** Writes the rules that every action needs, and the look-up of the others. */
function writeLookUp(module: Module, scope: EmissionScope, { always, tables }: LookUp): void {
  const { writer, parameters } = scope;
  writer.line(`const ${APPLYING} = [];`);
  if (always !== null) writePart(module, scope, always);
  const values = [APPLYING, ...parameters.map(({ text }) => text)].join(', ');
  for (const { name, param } of tables) writer.line(`${name}.get(${at(parameters, param).text})?.(${values});`);
}

/** Writes the functions of the looked-up rules, and their table by the value of the param. */
function writeTable(
  module: Module,
  scope: EmissionScope,
  { table, action }: { readonly table: LookUp['tables'][number]; readonly action: string },
): void {
  const { writer, runtime } = module;
  const { representation } = at(scope.parameters, table.param);
  const values = [APPLYING, ...scope.parameters.map(({ text }) => text)].join(', ');
  const entries = [...table.parts].map(([key, part]) => {
    const name = module.names.fresh(`${action}_rules`);
    writer.open(`function ${name}(${values}) {`);
    writePart(module, scope, part);
    writer.close('}');
    writer.line('');
    const value = typeof key === 'string' ? string(key) : integer(key, representation === 'bigint' ? 'bigint' : 'number');
    return `  [${value.text}, ${name}],\n`;
  });
  runtime.declareAlone(`const ${table.name} = new Map([\n${entries.join('')}]);`);
}

/** Writes some rules of an action: the positions of those that apply are added to the array. */
function writePart(module: Module, scope: EmissionScope, part: RulePart): void {
  const inner = scopeOfPart(module, scope.plan, part, scope.parameters);
  writeRegion(inner, part.graph.body);
  for (const [index, applies] of writeResults(inner).entries()) {
    inner.writer.line(`if (${applies.text}) ${APPLYING}.push(${at(part.places, index)});`);
  }
}

/** Returns a name for the function of a category: its words, as authors spell names. */
function nameOf(category: string): string {
  const words = category.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const name = words.join('_').slice(0, MAX_NAME_LENGTH);
  return /^[a-z]/.test(name) ? name : `action_${name}`;
}

const MAX_NAME_LENGTH = 60;

function writeDocumentation({ writer, plan }: EmissionScope, category: string): void {
  writer.line(`// ${string(category).text}`);
  for (const port of plan.graph.parameters) writer.line(`//   ${describePort(port)}`);
}

/** Beyond this number, names of params are looked up in a set. */
const MAX_COMPARED = 8;

/** Writes the checks of the params: the function continues only with exactly the declared params, all in their domains. */
function writeParams(scope: EmissionScope, index: number): void {
  const { writer, runtime, parameters, plan } = scope;
  const ports = plan.graph.parameters;
  for (const [position, { name, domain }] of ports.entries()) {
    const read = `${paramReaderOf(domain, runtime, true)}(params.${name})`;
    writer.line(`const ${at(parameters, position).text} = Object.hasOwn(params, '${name}') ? ${read} : ${runtime.use('MISSING_PARAM')};`);
  }
  const names = `paramNames${index + 1}`;
  const others = `hasOthers${index + 1}`;
  runtime.declareAlone(`const ${names} = new Set([${ports.map(({ name }) => `'${name}'`).join(', ')}]);`);
  runtime.declareAlone(hasOthers(others, names, ports));
  const refused = parameters.map(({ text }) => `${text} instanceof ${runtime.use('Refused')}`);
  const values = parameters.map(({ text }) => text).join(', ');
  writer.open(`if (${[...refused, `${others}(params)`].join(' || ')}) {`);
  writer.line(`return ${runtime.use('deniedParams')}(params, ${names}, [${values}]);`);
  writer.close('}');
}

/** Returns the function that is true for params with further own members besides those of the action. */
function hasOthers(name: string, names: string, ports: readonly PortDomain[]): string {
  const compared = ports.map((port) => `name !== '${port.name}'`);
  const conditions = ports.length > MAX_COMPARED ? [`!${names}.has(name)`] : compared;
  return `function ${name}(params) {
  for (const name in params) if (${[...conditions, 'Object.hasOwn(params, name)'].join(' && ')}) return true;
  return false;
}`;
}

/** Writes the decision for actions on which this verdict wins: one of its rules applies, and no rule of a stronger verdict. */
function writeVotes({ writer, runtime }: EmissionScope, verdict: Verdict, votes: readonly Vote[]): void {
  const [first] = votes;
  if (first === undefined) return;
  const decide = runtime.use('decidedBy');
  const shown = SHOWN[verdict];
  if (votes.length === 1) {
    writer.line(`if (${first.applies.text}) return ${decide}('${shown}', ['${first.rule.name}']);`);
    return;
  }
  writer.open(`if (${votes.map(({ applies }) => applies.text).join(' || ')}) {`);
  writer.line('const applying = [];');
  for (const { rule, applies } of votes) writer.line(`if (${applies.text}) applying.push('${rule.name}');`);
  writer.line(`return ${decide}('${shown}', applying);`);
  writer.close('}');
}
