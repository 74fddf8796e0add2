/**
 * The part of a Babel path that is read here.
 * @typedef {{ node: { type: string, expression?: { callee?: Name } } }} BabelPath
 * @typedef {{ object?: { name?: string }, property?: { name?: string } }} Name
 */

/**
 * A plugin of Stryker's that leaves out what tsc adds to every module,
 * `Object.defineProperty(exports, …)`.
 */
export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'emitted',
    value: {
      /** @param {BabelPath} path */
      shouldIgnore: ({ node }) => {
        const callee = node.type === 'ExpressionStatement' ? node.expression?.callee : undefined;
        return callee?.object?.name === 'Object' && callee.property?.name === 'defineProperty' ? 'emitted by tsc' : undefined;
      },
    },
  },
];
