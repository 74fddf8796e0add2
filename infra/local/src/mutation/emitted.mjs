/**
 * The parts of a Babel path that this plugin reads.
 * @typedef {{ name?: string }} Name
 * @typedef {{ type: string, expression?: { callee?: { object?: Name, property?: Name } }, declarations?: readonly { id: Name }[] }}
 * Statement
 */

/** The helpers that tsc defines in a module that imports or exports all of another. */
const HELPERS = new Set(['__createBinding', '__setModuleDefault', '__importStar', '__exportStar', '__importDefault']);

/** @param {Statement} node */
const isDefinition = ({ type, expression }) =>
  type === 'ExpressionStatement' && expression?.callee?.object?.name === 'Object' && expression.callee.property?.name === 'defineProperty';

/** @param {Statement} node */
const isHelper = ({ type, declarations = [] }) =>
  type === 'VariableDeclaration' && declarations.some(({ id: { name } }) => name !== undefined && HELPERS.has(name));

/** A plugin of Stryker that leaves out the code that tsc adds to modules: `Object.defineProperty(exports, …)` and its helpers. */
export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'emitted',
    value: {
      /** @param {{ node: Statement }} path */
      shouldIgnore: ({ node }) => (isDefinition(node) || isHelper(node) ? 'emitted by tsc' : undefined),
    },
  },
];
