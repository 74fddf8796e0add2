const { ModuleMocker } = require('jest-mock');

/** Symbols under which jest leaves handlers and tests of a file that is over. */
const OF_JEST = /jest|^EVENT_HANDLERS$/i;

/** The context that the worker itself runs in, for `main-context-runtime.cjs`. What a file's tests replace is put back after it. */
class MainContextEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  // Timers are never faked here.
  fakeTimers = null;
  fakeTimersModern = null;

  #globals = new Map(Reflect.ownKeys(globalThis).map((key) => [key, Object.getOwnPropertyDescriptor(globalThis, key)]));
  #environment = { ...process.env };
  #exit = Object.getOwnPropertyDescriptor(process, 'exit');

  async setup() {}

  async teardown() {
    for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
      if (!this.#globals.has(symbol) && OF_JEST.test(symbol.description ?? '')) Reflect.deleteProperty(globalThis, symbol);
    }
    // Getters belong to Node and load what they stand for; those of packages stay, since packages do.
    for (const [key, descriptor] of this.#globals) {
      if (descriptor?.configurable === true && 'value' in descriptor) Object.defineProperty(globalThis, key, descriptor);
    }
    for (const name of Object.keys(process.env)) if (!(name in this.#environment)) delete process.env[name];
    Object.assign(process.env, this.#environment);
    if (this.#exit !== undefined) Object.defineProperty(process, 'exit', this.#exit);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return globalThis;
  }
}

module.exports = MainContextEnvironment;
