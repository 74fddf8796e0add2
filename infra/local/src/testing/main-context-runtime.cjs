const Module = require('node:module');
const path = require('node:path');
const vm = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** Jest's own, which a test has to share with it. */
const OF_JEST = new Set(['expect', '@jest/expect', '@jest/globals']);

/** Files with tests, and with state of one test file: they are evaluated anew for each. */
const OF_TESTS = /\.(?:test|cases|worker-cases|fixture|fuzz)\.c?js$/;

/** For each folder of ours: how a module there requires. @type {Map<string, NodeJS.Require>} */
const requires = new Map();
/** By folder and name: whether a worker loads the module once. @type {Map<string, boolean>} */
const shared = new Map();
/** By file. @type {Map<string, { source: string, script: vm.Script }>} */
const scripts = new Map();

/**
 * Runs tests in the context that the worker itself runs in, as Node would. A worker loads packages and our modules once for
 * all of its test files, so that they stay compiled and optimized; files with tests are evaluated anew, from scripts that
 * are compiled once. Jest's own runtime makes a context for each file and loads all modules into it: a second of CPU for
 * each file, and code that meets other `Error` and `Object` than it meets in production.
 */
class MainContextRuntime extends Runtime {
  /** @param {ConstructorParameters<typeof Runtime>} given */
  constructor(...given) {
    super(...given);
    const executor = Reflect.get(this, 'executor');
    const parameters = Reflect.get(executor, 'injectedModuleParameters').join(', ');
    Object.assign(executor, {
      compile: (/** @type {string} */ source, /** @type {string} */ filename) => compiled(source, filename, parameters),
    });
  }

  /**
   * @override
   * @template T
   * @param {string} from
   * @param {string} name
   * @returns {T}
   */
  requireModuleOrMock(from, name) {
    if (!OF_JEST.has(name) && !Module.isBuiltin(name)) {
      const requireFrom = requireIn(path.dirname(from));
      if (isShared(requireFrom, from, name)) return requireFrom(name);
    }
    return super.requireModuleOrMock(from, name);
  }
}

/**
 * @param {string} source
 * @param {string} filename
 * @param {string} parameters
 * @returns {Function}
 */
const compiled = (source, filename, parameters) => {
  const known = scripts.get(filename);
  if (known !== undefined && known.source === source) return known.script.runInThisContext();
  const head = `(function (${parameters}) {`;
  const script = new vm.Script(`${head}${source}\n})`, {
    filename,
    columnOffset: -head.length,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  scripts.set(filename, { source, script });
  return script.runInThisContext();
};

/** @param {string} folder */
const requireIn = (folder) => {
  const known = requires.get(folder);
  if (known !== undefined) return known;
  const made = Module.createRequire(path.join(folder, 'from.js'));
  requires.set(folder, made);
  return made;
};

/**
 * @param {NodeJS.Require} requireFrom
 * @param {string} from
 * @param {string} name
 */
const isShared = (requireFrom, from, name) => {
  const key = `${path.dirname(from)}\0${name}`;
  const known = shared.get(key);
  if (known !== undefined) return known;
  const found = !OF_TESTS.test(requireFrom.resolve(name));
  shared.set(key, found);
  return found;
};

module.exports = MainContextRuntime;
