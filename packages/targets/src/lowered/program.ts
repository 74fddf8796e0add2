import type { AbstractValue, Domain, Int, MonomerName, PortDomain, Type, Value } from '@kirchhoff/coherence';

/**
 * A program as statements and expressions that all targets share. `lower.ts` makes it from the core graph; a target prints it.
 *
 * Expressions have no effects and cannot fail, except for applications of sources and calls, which stand alone in a `define`.
 * Everything that can fail in an open program, or needs a guard, is checked by a statement before it. Statements nest at most
 * `MAX_NESTING` deep, and expressions only a few levels, so that printers may recurse.
 */
export interface LoweredProgram {
  readonly name: string;
  readonly hash: string;
  /** The error of a failed check: `Fault` in an open program, `GuardError` in a closed one. */
  readonly error: 'Fault' | 'GuardError';
  /** In an order in which each function only calls earlier ones. The last one is the circuit. */
  readonly functions: readonly LoweredFunction[];
  readonly inputs: readonly PortDomain[];
  readonly outputs: readonly PortDomain[];
}

/** A variable. Its name is unique in its function, and consists of an author's wire and perhaps a number (`total`, `total_2`). */
export interface Variable extends Typed {
  readonly kind: 'variable';
  readonly name: string;
}

/** The type of a value, and a set that contains all its possible values: a target chooses the representation by both. */
export interface Typed {
  readonly type: Type;
  readonly range: AbstractValue;
}

/**
 * A function of the program. A `component` and a `part` return one value with `return`; a part is a piece of another function,
 * taken out because it nests too deeply. A `circuit`, or an action of a policy, returns its outputs with `returnOutputs`.
 */
export interface LoweredFunction {
  readonly role: 'component' | 'part' | 'circuit';
  /** Unique in the program; from the author's name. */
  readonly name: string;
  readonly parameters: readonly Variable[];
  /** The result; `null` for the circuit. */
  readonly result: Typed | null;
  /** True if its last parameter is the place of the call, which a false require of a component reports. */
  readonly takesPlace: boolean;
  readonly body: readonly Statement[];
}

export type Statement =
  /** Defines a variable that never changes. */
  | { readonly kind: 'define'; readonly variable: Variable; readonly value: Expression }
  /** Declares a variable that later statements assign, at least once before its first use. */
  | { readonly kind: 'declare'; readonly variable: Variable; readonly initial: Expression | null }
  | { readonly kind: 'assign'; readonly variable: Variable; readonly value: Expression }
  /** `otherwise` is empty if there is no last branch. */
  | { readonly kind: 'if'; readonly arms: readonly ConditionalArm[]; readonly otherwise: readonly Statement[] }
  /** Runs `body` for each element of a list or each byte of bytes. `element` is `null` if the body does not read it. */
  | { readonly kind: 'forEach'; readonly element: Variable | null; readonly source: Expression; readonly body: readonly Statement[] }
  /** Runs `body` for each integer from `lo` to `hi`, both included; not at all if `lo > hi`. */
  | {
      readonly kind: 'forRange';
      readonly element: Variable | null;
      readonly lo: Expression;
      readonly hi: Expression;
      readonly body: readonly Statement[];
    }
  /** Leaves the innermost loop. */
  | { readonly kind: 'break' }
  /** Declares an empty list, or empty bytes, to which `push` adds. */
  | { readonly kind: 'collect'; readonly variable: Variable }
  | { readonly kind: 'push'; readonly variable: Variable; readonly value: Expression }
  /** Ends the collection: from here on the variable has the collected list or bytes. */
  | { readonly kind: 'collected'; readonly variable: Variable }
  /** Fails with the error of the program unless the condition holds. */
  | { readonly kind: 'check'; readonly condition: Condition; readonly place: Blamed; readonly message: string }
  /** Fails with the error of the program. */
  | { readonly kind: 'fail'; readonly place: Blamed; readonly message: string }
  /** Refuses the inputs of the circuit with a `DomainError` without a port unless the condition holds. */
  | { readonly kind: 'require'; readonly condition: Expression; readonly message: string }
  | { readonly kind: 'return'; readonly value: Expression }
  | { readonly kind: 'returnOutputs'; readonly values: readonly Expression[] };

export interface ConditionalArm {
  readonly condition: Expression;
  readonly body: readonly Statement[];
}

/** The place that an error reports: one of the source, or the one that the caller of this function gave. */
export type Blamed = { readonly domain: string; readonly line: number; readonly file: string | undefined } | 'caller';

/** A condition of a check. */
export type Condition =
  | { readonly kind: 'holds'; readonly value: Expression }
  /** The value lies in the domain. */
  | { readonly kind: 'inDomain'; readonly value: Expression; readonly domain: Domain }
  /** The precondition of a monomer holds for these arguments, its result included: it fits 64 bits, or the limit of its length. */
  | { readonly kind: 'precondition'; readonly monomer: MonomerName; readonly args: readonly Expression[] }
  /** The collection has fewer than `limit` elements. */
  | { readonly kind: 'hasRoom'; readonly variable: Variable; readonly limit: number };

export type Expression =
  | Variable
  | ({ readonly kind: 'literal'; readonly value: Value } & Typed)
  | ({ readonly kind: 'list'; readonly items: readonly Expression[] } & Typed)
  /** Fields are in the order of their names. */
  | ({ readonly kind: 'record'; readonly fields: readonly { readonly name: string; readonly value: Expression }[] } & Typed)
  | ({ readonly kind: 'some'; readonly value: Expression } & Typed)
  | ({ readonly kind: 'field'; readonly record: Expression; readonly name: string } & Typed)
  /** An application of a monomer whose precondition holds. */
  | ({ readonly kind: 'apply'; readonly monomer: MonomerName; readonly args: readonly Expression[] } & Typed)
  /** The same value, of which more is known: it may have another representation. */
  | ({ readonly kind: 'narrowed'; readonly value: Expression } & Typed)
  /** A call of a component or a part. `place` is the place for its `takesPlace`, else `null`. */
  | ({
      readonly kind: 'call';
      readonly callee: LoweredFunction;
      readonly args: readonly Expression[];
      readonly place: Blamed | null;
    } & Typed)
  /** Only the chosen side is evaluated. */
  | ({
      readonly kind: 'conditional';
      readonly condition: Expression;
      readonly whenTrue: Expression;
      readonly whenFalse: Expression;
    } & Typed)
  /** The right side is evaluated only if the left does not decide. */
  | ({ readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression } & Typed)
  | ({ readonly kind: 'not'; readonly operand: Expression } & Typed)
  /** The content of the option, or a default, which is short and cannot fail. */
  | ({ readonly kind: 'orElse'; readonly option: Expression; readonly otherwise: Expression } & Typed)
  | ({ readonly kind: 'isSome'; readonly option: Expression } & Typed)
  /** The content of an option that has one. */
  | ({ readonly kind: 'content'; readonly option: Expression } & Typed)
  /** The value of an integer lies between both, if they are given. At least one is given. */
  | ({ readonly kind: 'between'; readonly value: Expression; readonly lo: Int | null; readonly hi: Int | null } & Typed)
  /** The value equals a literal: a tag, a text, an integer or bytes. */
  | ({ readonly kind: 'equals'; readonly value: Expression; readonly literal: Value } & Typed);
