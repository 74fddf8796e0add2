/** The syntax of the lines that this target writes, as far as their layout depends on it. */

/** An expression. `inParentheses`: as it was written; the layout keeps the parentheses. */
export type Expression = { readonly inParentheses: boolean } & (
  | { readonly kind: 'name' | 'number' | 'string' | 'other'; readonly text: string }
  /** `access`: the dot and the name. */
  | { readonly kind: 'member'; readonly object: Expression; readonly access: string }
  | { readonly kind: 'index'; readonly object: Expression; readonly index: Expression }
  | Call
  | { readonly kind: 'array'; readonly items: readonly Expression[] }
  | { readonly kind: 'object'; readonly members: readonly Member[] }
  | { readonly kind: 'arrow'; readonly parameters: readonly Parameter[]; readonly body: Expression }
  | Conditional
  | Binary
  /** A prefix operator, a spread or a `yield`: all that stands before its operand. */
  | { readonly kind: 'unary'; readonly operator: string; readonly operand: Expression }
  | { readonly kind: 'assertion'; readonly value: Expression; readonly type: Type }
);

/** A call or, with `new`, a construction; `types`: its type arguments. */
export interface Call {
  readonly kind: 'call';
  readonly isNew: boolean;
  readonly callee: Expression;
  readonly access: '' | '?.';
  readonly types: readonly Type[];
  readonly args: readonly Expression[];
}

export interface Conditional {
  readonly kind: 'conditional';
  readonly test: Expression;
  readonly whenTrue: Expression;
  readonly whenFalse: Expression;
}

export interface Binary {
  readonly kind: 'binary';
  readonly operator: string;
  readonly left: Expression;
  readonly right: Expression;
}

/** A member of an object; `value`: null for an abbreviated one. */
export interface Member {
  readonly key: string;
  readonly value: Expression | null;
}

export interface Parameter {
  readonly name: string;
  readonly type: Type | null;
}

export type Type =
  | { readonly kind: 'keyword'; readonly text: string }
  | { readonly kind: 'reference'; readonly name: string; readonly types: readonly Type[] }
  | { readonly kind: 'listOf'; readonly element: Type; readonly inParentheses: boolean }
  | { readonly kind: 'readonly'; readonly type: Type }
  | { readonly kind: 'tuple'; readonly types: readonly Type[] }
  | { readonly kind: 'object'; readonly fields: readonly Field[] }
  | { readonly kind: 'union'; readonly types: readonly Type[] }
  | { readonly kind: 'function'; readonly parameters: readonly Parameter[]; readonly result: Type };

/** A field of an interface or of an object type; `name` with its modifiers. */
export interface Field {
  readonly name: string;
  readonly type: Type;
}

/** One line: a statement, the head of a block, a field of an interface, or an item of a list that further lines complete. */
export type Statement =
  | { readonly kind: 'expression'; readonly value: Expression; readonly end: ';' | ',' }
  | { readonly kind: 'entry'; readonly key: string; readonly value: Expression }
  | { readonly kind: 'field'; readonly field: Field }
  /** `keyword`: `return` or `throw`. */
  | { readonly kind: 'leave'; readonly keyword: string; readonly value: Expression }
  | Change
  | { readonly kind: 'function'; readonly keyword: string; readonly parameters: readonly Parameter[]; readonly result: Type | null }
  /** `start`: the text before `if`; `body`: null for the head of a block. */
  | { readonly kind: 'if'; readonly start: string; readonly test: Expression; readonly body: Statement | null }
  /** `each`: the text up to the source; `body`: null for the head of a block. */
  | { readonly kind: 'forEach'; readonly each: string; readonly source: Expression; readonly body: Statement | null }
  | { readonly kind: 'forRange'; readonly start: Change; readonly test: Expression; readonly step: Change };

/** A declaration, or an assignment. `keyword`: `const` or `let`, maybe after `export`. */
export type Change =
  | {
      readonly kind: 'declaration';
      readonly keyword: string;
      readonly name: string;
      readonly type: Type | null;
      readonly value: Expression | null;
    }
  | { readonly kind: 'assignment'; readonly target: Expression; readonly operator: string; readonly value: Expression };
