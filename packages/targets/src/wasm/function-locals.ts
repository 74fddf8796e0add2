import type { Type } from '@kirchhoff/coherence';
import type { Variable } from '../lowered/program.js';
import type { Wat } from './assembler/wat.js';
import { stackType } from './layout.js';
import { i32 } from './monomers/emission.js';

/** Engines allow 50,000 locals. The variables beyond are in memory: each function runs at most once at a time. */
const MAX_LOCALS = 40_000;

/** The locals of one function: its variables by name, and temporary ones, which are used again. */
export class FunctionLocals {
  private readonly variables = new Map<string, { readonly type: Type; readonly address: number | null }>();
  private readonly declared: Wat[] = [];
  private readonly free: Record<'i32' | 'i64', string[]> = { i32: [], i64: [] };
  private used: { readonly name: string; readonly type: 'i32' | 'i64' }[] = [];
  private temporaries = 0;

  constructor(
    parameters: readonly Variable[],
    private readonly place: () => number,
  ) {
    for (const { name, type } of parameters) this.variables.set(name, { type, address: null });
  }

  declarations(): readonly Wat[] {
    return this.declared;
  }

  get(variable: Variable): Wat {
    const { type, address } = this.found(variable);
    return address === null ? ['local.get', `$${variable.name}`] : [`${stackType(type)}.load`, i32(address)];
  }

  set(variable: Variable, value: Wat): Wat {
    const { type, address } = this.found(variable);
    return address === null ? ['local.set', `$${variable.name}`, value] : [`${stackType(type)}.store`, i32(address), value];
  }

  /** Returns the name of a temporary local, until `release` of what was held before. */
  temporary(type: 'i32' | 'i64'): string {
    const name = this.free[type].pop() ?? this.fresh(type);
    this.used.push({ name, type });
    return name;
  }

  held(): number {
    return this.used.length;
  }

  release(held: number): void {
    for (const { name, type } of this.used.splice(held)) this.free[type].push(name);
  }

  private fresh(type: 'i32' | 'i64'): string {
    this.temporaries += 1;
    // Names of variables have no dot.
    const name = `$temporary.${this.temporaries}`;
    this.declared.push(['local', name, type]);
    return name;
  }

  private found({ name, type }: Variable): { readonly type: Type; readonly address: number | null } {
    const known = this.variables.get(name);
    if (known !== undefined) return known;
    const isLocal = this.declared.length < MAX_LOCALS;
    const variable = { type, address: isLocal ? null : this.place() };
    if (isLocal) this.declared.push(['local', `$${name}`, stackType(type)]);
    this.variables.set(name, variable);
    return variable;
  }
}
