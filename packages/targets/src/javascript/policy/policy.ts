import type { PolicyProgram } from '@kirchhoff/coherence';
import { fileNameOf } from '../../file-name.js';
import type { CompiledProgram, CompileOptions, ServiceVersion } from '../../target.js';
import { string } from '../expression.js';
import type { Module } from '../graph-function.js';
import { moduleOf } from '../module.js';
import { writeAction } from './action.js';
import { testsOf } from './tests.js';

/** The name of the exported function, and the other names in its code. */
const NAMES = { exported: 'decide', reserved: ['action', 'applying', 'category', 'params', 'policy'] } as const;

/**
 * Emits an ES module without dependencies. Its function `decide(category, params)` takes an action in the JSON form of values, as
 * parsed, and returns the decision of `compilePolicy`. It never throws. Its constant `policy` identifies the policy.
 */
export function emitPolicy(program: PolicyProgram, options: CompileOptions): CompiledProgram | null {
  const module = moduleOf(program, options, NAMES, (opened) => writePolicy(opened, program, options.stored));
  if (module === null) return null;
  const path = `${fileNameOf(program.name)}.mjs`;
  const file = { path, content: module.text };
  if (options.tests !== true) return { files: [file], entry: path, run: [], compiled: module.text };
  const test = path.replace(/mjs$/, 'test.mjs');
  const tests = { path: test, content: testsOf(program, path) };
  return { files: [file, tests], entry: path, run: [], test: [`node --test ${test}`], compiled: module.text };
}

function writePolicy(module: Module, program: PolicyProgram, stored: ServiceVersion | undefined): void {
  const { writer, runtime } = module;
  const { policy, name: own, hash } = program;
  const members = [`name: '${own}'`, `hash: '${hash}'`];
  if (stored !== undefined) members.push(`policy_id: ${string(stored.policyId).text}`, `version: ${stored.version}`);
  writer.line(`export const policy = Object.freeze({ ${members.join(', ')} });`);
  writer.line('');
  const rules = new Map(policy.rules.map((rule) => [rule.name, rule]));
  const actions = policy.categories.map((category, index) => {
    return `  [${string(category).text}, ${writeAction(module, program, rules, index)}],\n`;
  });
  runtime.declareAlone(`const actionsByCategory = new Map([\n${actions.join('')}]);`);
  const reasons = policy.rules.map(({ name, verdict, why }) => {
    return `  ['${name}', ${string(why ?? `rule ${name} applies: ${verdict}`).text}],\n`;
  });
  runtime.declareAlone(`const ruleReasons = new Map([\n${reasons.join('')}]);`);
  writeDecide(module);
}

function writeDecide({ writer, runtime, exported }: Module): void {
  writer.line('/**');
  writer.line(' * The decision about an action: { verdict, rule, determined_by, reason, errors?, errors_omitted? }. The params are in the');
  writer.line(
    ' * JSON form of values, as parsed. What is unknown, missing, mistyped, out of its domain or unexpected is denied; this never',
  );
  writer.line(' * throws.');
  writer.line(' */');
  writer.open(`export function ${exported}(category, params) {`);
  writer.open('try {');
  writer.line('const action = actionsByCategory.get(category);');
  writer.line(`if (action === undefined) return ${runtime.use('deniedCategory')}(category);`);
  writer.line(`return ${runtime.use('isObject')}(params) ? action(params) : ${runtime.use('deniedNoObject')}(params);`);
  writer.reopen('} catch {');
  writer.line(`return ${runtime.use('deniedFor')}('the policy could not be evaluated for this action');`);
  writer.close('}');
  writer.close('}');
}
