import type { PolicyProgram } from '@kirchhoff/coherence';
import { policyCases } from '../../cases/policy-cases.js';
import { string } from '../expression.js';

/** The scheme of Node's own modules. */
const NODE = 'node';

/**
 * Returns a test file for Node's test runner: each case compares all fields of the module's decision with those of the reference
 * evaluator.
 */
export function testsOf(program: PolicyProgram, path: string): string {
  const cases = policyCases(program).map(({ category, params, decision }) => {
    return `  [${string(category).text}, ${literal(params)}, ${literal(decision)}],\n`;
  });
  return `// ${program.name}: tests of the policy ${program.hash}, for \`node --test\`.
import assert from '${NODE}:assert/strict';
import { test } from '${NODE}:test';
import { decide } from './${path}';

/** Actions by category and params, and the decisions about them. */
const CASES = [
${cases.join('')}];

for (const [index, [category, params, decision]] of CASES.entries()) {
  test(\`\${index + 1}: \${category}\`, () => assert.deepEqual(decide(category, params), decision));
}
`;
}

/** Returns JSON as JavaScript that every tool reads. */
function literal(json: unknown): string {
  return JSON.stringify(json).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
