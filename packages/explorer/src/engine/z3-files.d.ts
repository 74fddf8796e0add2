declare module 'z3-solver/build/z3-built.js' {
  import type { Z3ModuleOverrides } from 'z3-solver/build/low-level';

  /** Loads z3; `init` of the low level wraps what it returns. */
  const initZ3: (overrides: Z3ModuleOverrides) => Promise<unknown>;
  export default initZ3;
}
