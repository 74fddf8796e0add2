import type { PolicyProgram, PolicyRule, PortDomain, Verdict } from '@kirchhoff/coherence';
import { at } from '../../plan/plan.js';
import { type Expression, string } from '../expression.js';
import { describePort, type Module, scopeOf, writeResults } from '../graph-function.js';
import type { Scope } from '../scope.js';
import { stackOf } from '../stack.js';
import { writeRegion } from '../statements.js';
import { paramReaderOf } from './params.js';

/** From the verdict that beats all others to the one that is beaten by them. */
const PRECEDENCE = ['deny', 'review', 'allow'] as const satisfies readonly Verdict[];
const SHOWN = { allow: 'ALLOW', review: 'REVIEW', deny: 'DENY' } as const satisfies Record<Verdict, string>;

/** A rule on an action, and the condition under which it applies. */
interface Vote {
  readonly rule: PolicyRule;
  readonly applies: Expression;
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
  const scope = scopeOf(module, graph, map, at(module.checks.graphs, index));
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

/** Returns a name for the function of a category: its words, as authors spell names. */
function nameOf(category: string): string {
  const words = category.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const name = words.join('_').slice(0, MAX_NAME_LENGTH);
  return /^[a-z]/.test(name) ? name : `action_${name}`;
}

const MAX_NAME_LENGTH = 60;

function writeDocumentation({ writer, plan }: Scope, category: string): void {
  writer.line(`// ${string(category).text}`);
  for (const port of plan.graph.parameters) writer.line(`//   ${describePort(port)}`);
}

/** More params are looked up in a set. */
const MAX_COMPARED = 8;

/** Writes the checks of the params: the function goes on only with exactly those that the action declares, in their domains. */
function writeParams(scope: Scope, index: number): void {
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

/** Returns the function that is true for params with a member of their own besides those of the action. */
function hasOthers(name: string, names: string, ports: readonly PortDomain[]): string {
  const compared = ports.map((port) => `name !== '${port.name}'`);
  const conditions = ports.length > MAX_COMPARED ? [`!${names}.has(name)`] : compared;
  return `function ${name}(params) {
  for (const name in params) if (${[...conditions, 'Object.hasOwn(params, name)'].join(' && ')}) return true;
  return false;
}`;
}

/** Writes the decision for actions on which a rule of the verdict applies, and no rule of a verdict that beats it. */
function writeVotes({ writer, runtime }: Scope, verdict: Verdict, votes: readonly Vote[]): void {
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
