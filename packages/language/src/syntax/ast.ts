import type { Int } from '@kirchhoff/kernel/types/integer';
import type { Span } from '../diagnostics/diagnostic.js';

/** The syntax tree of one source file, before name resolution. Every node has its place. */
export interface SourceFile {
  readonly items: readonly Item[];
  readonly span: Span;
}

export type Item = ConstantItem | DomainItem | ComponentItem | CircuitItem | PolicyItem | UseItem | UseFileItem | WireStatement;

export interface Name {
  readonly text: string;
  readonly span: Span;
}

/** `const name = value`. */
export interface ConstantItem {
  readonly item: 'constant';
  readonly name: Name;
  readonly value: Expression;
  readonly span: Span;
}

/** The names on the left of `=` or of `in`: one name for the whole value, or `(a, b: c)`, one name for each field of a record. */
export type Binder =
  | { readonly binder: 'name'; readonly name: Name }
  | { readonly binder: 'fields'; readonly fields: readonly BoundField[]; readonly span: Span };

/** `field` alone, or `field: name`. */
export interface BoundField {
  readonly field: Name;
  readonly name: Name;
}

export interface DomainItem {
  readonly item: 'domain';
  readonly name: Name;
  readonly domain: DomainSyntax;
  readonly span: Span;
}

export interface UseItem {
  readonly item: 'use';
  /** `cir_<id>@<hash>` as written between the quotes. */
  readonly pin: string;
  readonly pinSpan: Span;
  readonly name: Name;
  readonly span: Span;
}

/** `use "./money.kir" share, Cents`. */
export interface UseFileItem {
  readonly item: 'useFile';
  /** As written between the quotes: relative to the folder of the file that contains it. */
  readonly path: string;
  readonly pathSpan: Span;
  /** The used constants, domains, components and pinned circuits of that file; at least one. */
  readonly names: readonly Name[];
  readonly span: Span;
}

export interface ComponentItem {
  readonly item: 'component';
  readonly name: Name;
  readonly parameters: readonly ParameterSyntax[];
  readonly result: DomainSyntax;
  readonly requires: readonly RequireStatement[];
  readonly wires: readonly WireStatement[];
  readonly value: Expression;
  readonly ensures: readonly EnsureStatement[];
  readonly span: Span;
}

export interface ParameterSyntax {
  readonly name: Name;
  readonly domain: DomainSyntax;
  readonly span: Span;
}

export interface CircuitItem {
  readonly item: 'circuit';
  readonly name: Name;
  readonly inputs: readonly PortSyntax[];
  readonly outputs: readonly PortSyntax[];
  readonly requires: readonly RequireStatement[];
  readonly wires: readonly WireStatement[];
  readonly ensures: readonly EnsureStatement[];
  readonly span: Span;
}

export interface PortSyntax {
  readonly name: Name;
  readonly domain: DomainSyntax;
  readonly span: Span;
}

export interface RequireStatement {
  readonly condition: Expression;
  /** The place of the keyword. */
  readonly span: Span;
}

export interface EnsureStatement {
  readonly condition: Expression;
  readonly why: string | null;
  /** The place of the keyword. */
  readonly span: Span;
}

/** `name = value`, `name: domain = value` or `(a, b) = value`; also before the rules of a policy (then `item` marks it). */
export interface WireStatement {
  readonly item: 'wire';
  readonly binder: Binder;
  readonly domain: DomainSyntax | null;
  readonly value: Expression;
  readonly span: Span;
}

export interface PolicyItem {
  readonly item: 'policy';
  readonly name: Name;
  readonly actions: readonly ActionSyntax[];
  readonly wires: readonly WireStatement[];
  readonly rules: readonly RuleSyntax[];
  readonly promises: readonly PromiseSyntax[];
  readonly default: { readonly verdict: VerdictWord; readonly span: Span } | null;
  readonly span: Span;
}

export type VerdictWord = 'allow' | 'deny' | 'review';

export interface ActionSyntax {
  readonly category: string;
  readonly categorySpan: Span;
  readonly parameters: readonly ParameterSyntax[];
  /** Values over the params, which the rules on this action may name. */
  readonly wires: readonly WireStatement[];
  readonly span: Span;
}

export interface CategorySyntax {
  readonly category: string;
  readonly span: Span;
}

/** `ensure VERDICT or VERDICT on "category", … when condition "why"`. */
export interface PromiseSyntax {
  /** The verdicts, one of which is promised. */
  readonly verdicts: readonly VerdictWord[];
  readonly on: readonly CategorySyntax[];
  /** `null` without a `when`: promised for every action of the categories. */
  readonly when: Expression | null;
  readonly why: string | null;
  /** The place of the keyword. */
  readonly span: Span;
}

export interface RuleSyntax {
  readonly name: Name;
  readonly verdict: VerdictWord;
  readonly on: readonly CategorySyntax[];
  /** `null` without a `when`: the rule always applies. */
  readonly when: Expression | null;
  readonly why: string | null;
  readonly span: Span;
}

export type DomainSyntax =
  | { readonly domain: 'range'; readonly lo: Bound; readonly hi: Bound; readonly span: Span }
  /** `bool`, or a built-in name such as `u8`, or the name of a domain item. */
  | { readonly domain: 'name'; readonly name: Name; readonly span: Span }
  | { readonly domain: 'enumeration'; readonly tags: readonly Name[]; readonly span: Span }
  /** `of`: the character set as written; null if it is missing. */
  | { readonly domain: 'text'; readonly length: LengthSyntax; readonly of: CharactersSyntax | null; readonly span: Span }
  | { readonly domain: 'bytes'; readonly length: LengthSyntax; readonly span: Span }
  | { readonly domain: 'list'; readonly element: DomainSyntax; readonly length: LengthSyntax; readonly span: Span }
  | { readonly domain: 'record'; readonly fields: readonly ParameterSyntax[]; readonly span: Span }
  | { readonly domain: 'option'; readonly value: DomainSyntax; readonly span: Span };

/** The content of a text literal that names characters and ranges of them, such as `a-z0-9.-`. */
export interface CharactersSyntax {
  readonly value: string;
  readonly span: Span;
}

/** `lo` is 0 if it is omitted. */
export interface LengthSyntax {
  readonly lo: Bound;
  readonly hi: Bound;
  readonly span: Span;
}

/** An integer literal, or the name of a constant. */
export type Bound =
  | { readonly bound: 'literal'; readonly value: Int; readonly span: Span }
  | { readonly bound: 'constant'; readonly name: string; readonly span: Span };

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '&'
  | '|'
  | '^'
  | '<<'
  | '>>'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'and'
  | 'or'
  | 'implies'
  | '++'
  | RightOperator;

/** The operators that group to the right. */
export type RightOperator = 'implies' | '??' | '**';

export type Quantifier = 'any' | 'all' | 'count';

/**
 * `span` is the place for messages: the operator of an operation, the name of a call, the first token of anything else. A chain of
 * left-associative operators is one `chain`, so that its length costs no stack.
 */
export type Expression =
  | { readonly form: 'integer'; readonly value: Int; readonly span: Span }
  | { readonly form: 'boolean'; readonly value: boolean; readonly span: Span }
  | { readonly form: 'text'; readonly value: string; readonly span: Span }
  | { readonly form: 'bytes'; readonly value: Uint8Array; readonly span: Span }
  | { readonly form: 'tag'; readonly tag: string; readonly span: Span }
  | { readonly form: 'none'; readonly span: Span }
  | { readonly form: 'name'; readonly name: string; readonly span: Span }
  /** `op op … operand`, the outermost operator first; a chain is one node, so that its length costs no stack. */
  | {
      readonly form: 'prefix';
      readonly operators: readonly { readonly operator: '-' | 'some' | 'not'; readonly span: Span }[];
      readonly operand: Expression;
      readonly span: Span;
    }
  /** `base step step …`: `as D`, `[i]` and `.f`, the innermost first. */
  | { readonly form: 'postfix'; readonly base: Expression; readonly steps: readonly PostfixStep[]; readonly span: Span }
  /** `first op rest[0] op rest[1] …`, grouped to the left; `span` is that of the last operator. */
  | { readonly form: 'chain'; readonly first: Expression; readonly rest: readonly ChainLink[]; readonly span: Span }
  /** `operands[0] op operands[1] op …`, grouped to the right; `spans[i]` is the operator after operand i. */
  | {
      readonly form: 'rightChain';
      readonly operator: RightOperator;
      readonly operands: readonly Expression[];
      readonly spans: readonly Span[];
      readonly span: Span;
    }
  /** `value in source`, or `value not in source`. */
  | { readonly form: 'in'; readonly value: Expression; readonly source: Source; readonly negated: boolean; readonly span: Span }
  | {
      readonly form: 'if';
      readonly branches: readonly { readonly condition: Expression; readonly block: Block; readonly span: Span }[];
      readonly otherwise: Block;
      readonly span: Span;
    }
  /** `match e { … }`, or `match (a, b) { … }` over several values. */
  | { readonly form: 'match'; readonly subjects: readonly Expression[]; readonly arms: readonly MatchArm[]; readonly span: Span }
  | { readonly form: 'list'; readonly items: readonly Expression[]; readonly span: Span }
  /** `(x: 1, y: 2)`, or `(..base, x: 1)` with all other fields of another record. */
  | {
      readonly form: 'record';
      readonly base: Expression | null;
      readonly fields: readonly { readonly name: Name; readonly value: Expression }[];
      readonly span: Span;
    }
  | ({ readonly form: 'map' | 'filter' | 'first'; readonly body: Block; readonly span: Span } & Iteration)
  | ({ readonly form: 'quantifier'; readonly quantifier: Quantifier; readonly body: Block; readonly span: Span } & Iteration)
  | ({
      readonly form: 'fold';
      readonly accumulator: Binder;
      readonly domain: DomainSyntax | null;
      /** The condition on the accumulator, before the first and after each round; `null` if it is missing. */
      readonly keeping: Expression | null;
      readonly initial: Expression;
      readonly body: Block;
      readonly span: Span;
    } & Iteration)
  /** A call of a monomer (`callee` in capitals, or its `MC_nn`), a component or a pinned circuit. */
  | { readonly form: 'call'; readonly callee: string; readonly arguments: readonly Expression[]; readonly span: Span };

export type PostfixStep =
  | { readonly step: 'as'; readonly domain: DomainSyntax; readonly span: Span }
  | { readonly step: 'index'; readonly index: Expression; readonly span: Span }
  | { readonly step: 'field'; readonly field: Name; readonly span: Span };

export interface ChainLink {
  readonly operator: Exclude<BinaryOperator, RightOperator>;
  readonly operand: Expression;
  readonly span: Span;
}

/** `x in xs`, or `i, x in xs` with the index of each element. */
export interface Iteration {
  readonly index: Name | null;
  readonly variable: Binder;
  readonly source: Source;
}

/** The source of a loop or of `in`: a value, or the integers from `lo` to `hi`. */
export type Source =
  | { readonly source: 'value'; readonly value: Expression }
  | { readonly source: 'range'; readonly lo: Expression; readonly hi: Expression; readonly span: Span };

export interface Block {
  readonly wires: readonly WireStatement[];
  readonly value: Expression;
  readonly span: Span;
}

export interface MatchArm {
  /** `.a, .b => …`: the arm is taken if any of them matches. */
  readonly alternatives: readonly Alternative[];
  /** `… if condition => …`: the arm applies only if this holds too. */
  readonly guard: Expression | null;
  readonly block: Block;
  readonly span: Span;
}

/** A pattern for each subject; a single `_` stands for one `_` for each subject. */
export interface Alternative {
  readonly patterns: readonly Pattern[];
  readonly span: Span;
}

export type Pattern =
  | { readonly pattern: 'tag'; readonly tag: string; readonly span: Span }
  | { readonly pattern: 'integer'; readonly value: Int; readonly span: Span }
  | { readonly pattern: 'range'; readonly lo: Bound; readonly hi: Bound; readonly span: Span }
  /** The name of a constant in capitals; any other name binds. */
  | { readonly pattern: 'constant'; readonly name: string; readonly span: Span }
  | { readonly pattern: 'text'; readonly value: string; readonly span: Span }
  | { readonly pattern: 'bytes'; readonly value: Uint8Array; readonly span: Span }
  | { readonly pattern: 'boolean'; readonly value: boolean; readonly span: Span }
  | { readonly pattern: 'none'; readonly span: Span }
  | { readonly pattern: 'some'; readonly inner: Pattern; readonly span: Span }
  | { readonly pattern: 'bind'; readonly name: Name; readonly span: Span }
  | { readonly pattern: 'wildcard'; readonly span: Span };
