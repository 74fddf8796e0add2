import type { NodeId } from '@kirchhoff/kernel/graph/graph';
import type { Span } from '../diagnostics/diagnostic.js';
import { lineFrom } from '../diagnostics/place.js';
import type { Name } from '../syntax/ast.js';
import type { Reports } from './report.js';

export type BindingRole = 'input' | 'parameter' | 'wire' | 'pattern' | 'result' | 'element' | 'accumulator';

export interface Binding {
  readonly role: BindingRole;
  readonly name: string;
  readonly span: Span;
  /** The node, or a function that adds it at its first use. */
  readonly node: NodeId | (() => NodeId);
  used: boolean;
}

/** Names that are taken but cannot be read as values: components and output ports. */
export interface ReservedNames {
  get(name: string): { readonly what: string; readonly at: Span } | undefined;
}

/** The names in scope. A name in scope is never bound again, so one map is enough, with a trail to undo the bindings of a block. */
export class Scope {
  private readonly bindings = new Map<string, Binding>();
  private readonly trail: Binding[] = [];

  constructor(
    private readonly taken: ReservedNames,
    private readonly reports: Reports,
  ) {}

  /** `producing` is true for a wire at the top level of a circuit, which may have the name of an output. */
  bind(role: BindingRole, name: Name, node: NodeId | (() => NodeId), producing = false): void {
    const clash = this.clash(name.text, producing);
    if (clash !== null) {
      const message = `the name '${name.text}' is already bound by ${clash.what} at ${lineFrom(name.span, clash.at)}`;
      this.reports.duplicate(name, message, 'a name in scope is never bound again: choose another');
      // It is still bound if possible, so that its uses are not errors too.
      if (this.bindings.has(name.text)) return;
    }
    const binding = { role, name: name.text, span: name.span, node, used: false };
    this.bindings.set(name.text, binding);
    this.trail.push(binding);
  }

  /** Returns the node of a name, and marks the name as used. */
  use(name: string): NodeId | undefined {
    const binding = this.bindings.get(name);
    if (binding === undefined) return undefined;
    binding.used = true;
    return typeof binding.node === 'number' ? binding.node : binding.node();
  }

  names(): Iterable<string> {
    return this.bindings.keys();
  }

  /** Returns true for an output that no wire has produced so far. */
  isOutput(name: string): boolean {
    return this.taken.get(name)?.what === AN_OUTPUT;
  }

  isUsed(name: string): boolean {
    return this.bindings.get(name)?.used ?? false;
  }

  /** Returns the beginning of a block, for {@link release}. */
  mark(): number {
    return this.trail.length;
  }

  /** Ends a block: its names may be bound again, and unused ones get a warning. */
  release(mark: number): void {
    for (const binding of this.trail.splice(mark)) {
      this.bindings.delete(binding.name);
      if (!binding.used) this.warnUnused(binding);
    }
  }

  private clash(name: string, producing: boolean): { readonly what: string; readonly at: Span } | null {
    const bound = this.bindings.get(name);
    if (bound !== undefined) return { what: DESCRIPTIONS[bound.role], at: bound.span };
    const taken = this.taken.get(name);
    return taken === undefined || (producing && taken.what === AN_OUTPUT) ? null : taken;
  }

  private warnUnused(binding: Binding): void {
    switch (binding.role) {
      case 'wire':
        this.reports.warn('unused-wire', binding.span, `nothing uses the wire '${binding.name}'; it is evaluated and proven all the same`);
        return;
      case 'pattern':
        this.reports.warn('unused-wire', binding.span, `nothing uses the name '${binding.name}'`, 'write `_` for what is not needed');
        return;
      case 'parameter':
        this.reports.warn('unused-parameter', binding.span, `the component does not use its parameter '${binding.name}'`);
        return;
      case 'input':
      case 'result':
      case 'element':
      case 'accumulator':
        return;
    }
  }
}

export const AN_OUTPUT = 'an output';

const DESCRIPTIONS: Readonly<Record<BindingRole, string>> = {
  input: 'an input',
  parameter: 'a parameter',
  wire: 'a wire',
  pattern: 'a pattern',
  result: 'the result of the component',
  element: 'the element of a loop',
  accumulator: 'an accumulator',
};
