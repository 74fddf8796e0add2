import {
  type Domain,
  type Graph,
  type Int,
  type PolicyProgram,
  type PolicyRule,
  type PortDomain,
  type RulePart,
  ruleIndex,
  type Verdict,
} from '@kirchhoff/coherence';
import type { PolicyLowering } from '../../lowered/lower.js';
import type { LoweredFunction } from '../../lowered/program.js';
import type { GraphChecks } from '../../plan/checks.js';
import { at } from '../../plan/plan.js';
import { describePort } from '../documentation.js';
import { integer, type JsExpression, string } from '../expression.js';
import { typed } from '../marks.js';
import type { ModuleWriting } from '../module.js';
import { expressionOf, type Scope } from '../print-expression.js';
import { representationOfDomain } from '../representation.js';
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

/** An action, lowered: as a whole, or by its parts if its rules are looked up. */
export interface LoweredAction {
  readonly index: number;
  readonly whole: LoweredFunction | null;
  readonly always: LoweredPart | null;
  readonly tables: readonly LoweredTable[];
}

/** Some rules of an action: the places of their outputs, and the function of their conditions. */
interface LoweredPart {
  readonly places: readonly number[];
  readonly lowered: LoweredFunction;
}

interface LoweredTable {
  readonly param: number;
  readonly parts: readonly (readonly [key: string | Int, part: LoweredPart])[];
}

/** Lowers the action of that index. All actions are lowered before the first is written, since they share their components. */
export function loweredAction(lowering: PolicyLowering, { core }: Pick<PolicyProgram, 'core'>, index: number): LoweredAction {
  const graph = at(core.graphs, index);
  const partOf = (part: RulePart): LoweredPart => ({ places: part.places, lowered: lowering.part(index, part) });
  const { always, tables } = isLookedUp(graph, lowering.checksOf(index)) ? ruleIndex(graph) : { always: null, tables: [] };
  if (tables.length === 0) return { index, whole: lowering.action(index), always: null, tables: [] };
  return {
    index,
    whole: null,
    always: always === null ? null : partOf(always),
    tables: tables.map(({ param, parts }) => ({ param, parts: [...parts].map(([key, part]) => [key, partOf(part)] as const) })),
  };
}

/** Maximal number of params that are passed to the functions of looked-up rules. */
const MAX_PASSED = 64;

/** False if a part of the action is guarded at run time: then every rule is evaluated. */
function isLookedUp(graph: Graph, checks: GraphChecks): boolean {
  const isGuarded =
    graph.nodes.some((_, id) => checks.node(id)) ||
    graph.outputs.some((_, output) => checks.output(output)) ||
    graph.ensures.some((_, ensure) => checks.ensure(ensure));
  return graph.parameters.length <= MAX_PASSED && !isGuarded;
}

/** Writes an action as a function from params to decision; returns its name. */
export function writeAction(
  module: ModuleWriting,
  program: Pick<PolicyProgram, 'core' | 'policy'>,
  rules: Rules,
  action: LoweredAction,
): string {
  const name = module.names.fresh(nameOf(at(program.policy.categories, action.index)));
  if (action.whole === null) writeLookedUp(module, program, rules, { action, name });
  else writeWhole(module, program, rules, { index: action.index, whole: action.whole, name });
  return name;
}

/** Writes an action that evaluates all its rules. */
function writeWhole(
  module: ModuleWriting,
  program: Pick<PolicyProgram, 'core' | 'policy'>,
  rules: Rules,
  { index, whole, name }: { readonly index: number; readonly whole: LoweredFunction; readonly name: string },
): void {
  const { writer, runtime } = module;
  const graph = at(program.core.graphs, index);
  const { isSteps } = module.styleOf(whole).style;
  const scope = module.scopeOf(whole);
  if (isSteps) {
    writer.open(`function ${name}(${PARAMS})${typed(': Decision')} {`);
    writer.line(`return ${runtime.use('runSteps')}(${name}Steps(params))${typed(' as Decision')};`);
    writer.close('}');
    writer.line('');
  }
  writeDocumentation(module, graph.parameters, at(program.policy.categories, index));
  const gives = isSteps ? 'Generator<Steps, Decision, any>' : 'Decision';
  writer.open(`${isSteps ? `function* ${name}Steps` : `function ${name}`}(${PARAMS})${typed(`: ${gives}`)} {`);
  writeParams(module, graph.parameters, parametersOf(scope, whole), index);
  module.print(scope, whole, (values) => {
    const votes = graph.outputs.map((output, i) => ({
      rule: ruleNamed(rules, output.name),
      applies: expressionOf(scope, at(values, i)),
    }));
    for (const verdict of PRECEDENCE) {
      writeVotes(
        module,
        verdict,
        votes.filter(({ rule }) => rule.verdict === verdict),
      );
    }
  });
  const byDefault = program.policy.default;
  writer.line(`return ${runtime.use('decidedByDefault')}('${SHOWN[byDefault]}', '${byDefault}');`);
  writer.close('}');
  writer.line('');
}

const PARAMS = `params${typed(': Record<string, unknown>')}`;

function parametersOf(scope: Scope, { parameters }: LoweredFunction): readonly JsExpression[] {
  return parameters.map((parameter) => scope.variable(parameter));
}

/** Writes an action that looks up the rules that can apply, by the values of its params. */
function writeLookedUp(
  module: ModuleWriting,
  program: Pick<PolicyProgram, 'core' | 'policy'>,
  rules: Rules,
  { action, name }: { readonly action: LoweredAction; readonly name: string },
): void {
  const { writer, runtime } = module;
  const { index, always } = action;
  const graph = at(program.core.graphs, index);
  // The names are taken first, so that no variable hides a table.
  const tables = action.tables.map((table) => ({
    ...table,
    name: module.names.fresh(`${name}_by_${at(graph.parameters, table.param).name}`),
  }));
  const [first] = [always, ...tables.flatMap(({ parts }) => parts.map(([, part]) => part))].filter((part) => part !== null);
  if (first === undefined) throw new RangeError('an action without rules is not looked up');
  const parameters = parametersOf(module.scopeOf(first.lowered), first.lowered);
  writeDocumentation(module, graph.parameters, at(program.policy.categories, index));
  writer.open(`function ${name}(${PARAMS})${typed(': Decision')} {`);
  writeParams(module, graph.parameters, parameters, index);
  writer.line(`const ${APPLYING}${typed(': number[]')} = [];`);
  if (always !== null) writePart(module, always, parameters);
  const values = [APPLYING, ...parameters.map(({ text }) => text)].join(', ');
  for (const table of tables) writer.line(`${table.name}.get(${at(parameters, table.param).text})?.(${values});`);
  const listed = graph.outputs.map((output) => `['${SHOWN[ruleNamed(rules, output.name).verdict]}', '${output.name}']`);
  const votesOf = `votes${index + 1}`;
  const entries = listed.map((vote) => `  ${vote},\n`).join('');
  runtime.declareAlone(`const ${votesOf}${typed(': ReadonlyArray<readonly [Verdict, string]>')} = [\n${entries}];`);
  const byDefault = program.policy.default;
  writer.line(`return ${runtime.use('decidedByPlaces')}(${APPLYING}, ${votesOf}, '${SHOWN[byDefault]}', '${byDefault}');`);
  writer.close('}');
  writer.line('');
  for (const table of tables) writeTable(module, graph.parameters, parameters, { table, action: name });
}

/** The array with the positions of the rules that apply. */
const APPLYING = 'applying';
/** Writes the functions of the looked-up rules, and their table by the value of the param. */
function writeTable(
  module: ModuleWriting,
  ports: readonly PortDomain[],
  parameters: readonly JsExpression[],
  { table, action }: { readonly table: LoweredTable & { readonly name: string }; readonly action: string },
): void {
  const { writer, runtime } = module;
  const { representation } = at(parameters, table.param);
  const types = ports.map(({ domain }) => (isWide(domain) ? 'bigint' : module.types.innerOfDomain(domain)));
  const named = parameters.map(({ text }, index) => `${text}${typed(`: ${types[index]}`)}`);
  const values = [`${APPLYING}${typed(': number[]')}`, ...named].join(', ');
  const entries = table.parts.map(([key, part]) => {
    const name = module.names.fresh(`${action}_rules`);
    writer.open(`function ${name}(${values})${typed(': void')} {`);
    writePart(module, part, parameters);
    writer.close('}');
    writer.line('');
    const value = typeof key === 'string' ? string(key) : integer(key, representation === 'bigint' ? 'bigint' : 'number');
    return `  [${value.text}, ${name}],\n`;
  });
  const type = typed(
    `: ReadonlyMap<${types[table.param]}, (${[APPLYING, ...parameters.map(({ text }) => text)].map((text, index) => `${text}: ${index === 0 ? 'number[]' : types[index - 1]}`).join(', ')}) => void>`,
  );
  runtime.declareAlone(`const ${table.name}${type} = new Map([\n${entries.join('')}]);`);
}

function isWide(domain: Domain): boolean {
  return representationOfDomain(domain) === 'bigint';
}

/** Writes some rules of an action: the positions of those that apply are added to the array. */
function writePart(module: ModuleWriting, { places, lowered }: LoweredPart, parameters: readonly JsExpression[]): void {
  const scope = module.scopeOf(lowered, parameters);
  module.print(scope, lowered, (values) => {
    for (const [index, value] of values.entries()) {
      module.writer.line(`if (${expressionOf(scope, value).text}) ${APPLYING}.push(${at(places, index)});`);
    }
  });
}

/** Returns a name for the function of a category: its words, as authors spell names. */
function nameOf(category: string): string {
  const words = category.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const name = words.join('_').slice(0, MAX_NAME_LENGTH);
  return /^[a-z]/.test(name) ? name : `action_${name}`;
}

const MAX_NAME_LENGTH = 60;

function writeDocumentation({ writer }: ModuleWriting, ports: readonly PortDomain[], category: string): void {
  writer.line(`// ${string(category).text}`);
  for (const port of ports) writer.line(`//   ${describePort(port)}`);
}

/** Beyond this number, names of params are looked up in a set. */
const MAX_COMPARED = 8;

/** Writes the checks of the params: the function continues only with exactly the declared params, all in their domains. */
function writeParams(
  { writer, runtime }: ModuleWriting,
  ports: readonly PortDomain[],
  parameters: readonly JsExpression[],
  index: number,
): void {
  for (const [position, { name, domain }] of ports.entries()) {
    const read = `${paramReaderOf(domain, runtime, true)}(${typed('(')}params${typed(' as { readonly [name: string]: unknown })')}.${name})`;
    writer.line(`const ${at(parameters, position).text} = Object.hasOwn(params, '${name}') ? ${read} : ${runtime.use('MISSING_PARAM')};`);
  }
  const names = `paramNames${index + 1}`;
  const others = `hasOthers${index + 1}`;
  const listed = ports.map(({ name }) => `'${name}'`).join(', ');
  runtime.declareAlone(`const ${names}${typed(': ReadonlySet<string>')} = new Set([${listed}]);`);
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
  return `function ${name}(${PARAMS})${typed(': boolean')} {
  for (const name in params) if (${[...conditions, 'Object.hasOwn(params, name)'].join(' && ')}) return true;
  return false;
}`;
}

/** Writes the decision for actions on which this verdict wins: one of its rules applies, and no rule of a stronger verdict. */
function writeVotes({ writer, runtime }: ModuleWriting, verdict: Verdict, votes: readonly Vote[]): void {
  const [first] = votes;
  if (first === undefined) return;
  const decide = runtime.use('decidedBy');
  const shown = SHOWN[verdict];
  if (votes.length === 1) {
    writer.line(`if (${first.applies.text}) return ${decide}('${shown}', ['${first.rule.name}']);`);
    return;
  }
  writer.open(`if (${votes.map(({ applies }) => applies.text).join(' || ')}) {`);
  writer.line(`const applying${typed(': string[]')} = [];`);
  for (const { rule, applies } of votes) writer.line(`if (${applies.text}) applying.push('${rule.name}');`);
  writer.line(`return ${decide}('${shown}', applying);`);
  writer.close('}');
}
