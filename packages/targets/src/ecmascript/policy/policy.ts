import type { PolicyProgram } from '@kirchhoff/coherence';
import { fileNameOf } from '../../file-name.js';
import { PolicyLowering } from '../../lowered/lower.js';
import { at } from '../../plan/plan.js';
import type { CompiledProgram, CompileOptions, ServiceVersion } from '../../target.js';
import { string } from '../expression.js';
import { type Dialect, typed } from '../marks.js';
import { ModuleWriting, withTypes } from '../module.js';
import { type LoweredAction, loweredAction, writeAction } from './action.js';
import { testsOf } from './tests.js';

/** The name of the exported function, and the other names in its code. */
const NAMES = { exported: 'decide', reserved: ['action', 'applying', 'category', 'params', 'policy'] } as const;

/**
 * Emits an ES module without dependencies. Its function `decide(category, params)` takes an action in the JSON form of values, as
 * parsed, and returns the decision of `compilePolicy`. It never throws. Its constant `policy` identifies the policy.
 */
export function emitPolicy(program: PolicyProgram, options: CompileOptions): CompiledProgram {
  const text = policyIn('javascript', program, options);
  const path = `${fileNameOf(program.name)}.mjs`;
  const file = { path, content: text };
  if (options.tests !== true) return { files: [file], entry: path, run: [], compiled: text };
  const test = path.replace(/mjs$/, 'test.mjs');
  return {
    files: [file, { path: test, content: testsOf(program, path) }],
    entry: path,
    run: [],
    test: [`node --test ${test}`],
    compiled: text,
  };
}

/** Returns the text of the module of a policy. */
export function policyIn(dialect: Dialect, program: PolicyProgram, options: CompileOptions): string {
  const lowering = new PolicyLowering(program, options);
  const actions = program.policy.categories.map((_, index) => loweredAction(lowering, program, index));
  return withTypes(dialect, (chosen) => {
    const module = new ModuleWriting(chosen, lowering.error, NAMES);
    for (const lowered of lowering.functions) module.function(lowered);
    writePolicy(module, program, { actions, stored: options.stored });
    return { module, written: module.text(program, options) };
  });
}

function writePolicy(
  module: ModuleWriting,
  program: PolicyProgram,
  { actions: lowered, stored }: { readonly actions: readonly LoweredAction[]; readonly stored: ServiceVersion | undefined },
): void {
  const { writer, runtime } = module;
  const { policy, name: own, hash } = program;
  const members = [`name: '${own}'`, `hash: '${hash}'`];
  if (stored !== undefined) members.push(`policy_id: ${string(stored.policyId).text}`, `version: ${stored.version}`);
  writer.line(`export const policy = Object.freeze({ ${members.join(', ')} });`);
  writer.line('');
  const rules = new Map(policy.rules.map((rule) => [rule.name, rule]));
  const actions = policy.categories.map((category, index) => {
    return `  [${string(category).text}, ${writeAction(module, program, rules, at(lowered, index))}],\n`;
  });
  runtime.declareAlone(
    `const actionsByCategory${typed(': ReadonlyMap<unknown, (params: Record<string, unknown>) => Decision>')} = new Map([\n${actions.join('')}]);`,
  );
  const reasons = policy.rules.map(({ name, verdict, why }) => {
    return `  ['${name}', ${string(why ?? `rule ${name} applies: ${verdict}`).text}],\n`;
  });
  runtime.declareAlone(`const ruleReasons${typed(': ReadonlyMap<string, string>')} = new Map([\n${reasons.join('')}]);`);
  writeDecide(module);
}

function writeDecide({ writer, runtime, exported }: ModuleWriting): void {
  writer.line('/**');
  writer.line(' * The decision about an action: { verdict, rule, determined_by, reason, errors?, errors_omitted? }. The params are in the');
  writer.line(
    ' * JSON form of values, as parsed. What is unknown, missing, mistyped, out of its domain or unexpected is denied; this never',
  );
  writer.line(' * throws.');
  writer.line(' */');
  writer.open(`export function ${exported}(category${typed(': unknown')}, params${typed(': unknown')})${typed(': Decision')} {`);
  writer.open('try {');
  writer.line('const action = actionsByCategory.get(category);');
  writer.line(`if (action === undefined) return ${runtime.use('deniedCategory')}(category);`);
  writer.line(`return ${runtime.use('isObject')}(params) ? action(params) : ${runtime.use('deniedNoObject')}(params);`);
  writer.reopen('} catch {');
  writer.line(`return ${runtime.use('deniedFor')}('the policy could not be evaluated for this action');`);
  writer.close('}');
  writer.close('}');
}
