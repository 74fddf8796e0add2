/**
 * The programs of the generator, the writer and the interpreter in this folder. The folder has its own trees, values and
 * semantics. It judges the engine and imports it only to request a verdict.
 */
export type Type =
  | { readonly kind: 'integer'; readonly lo: bigint; readonly hi: bigint }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'enumeration'; readonly tags: readonly string[] }
  /** `of`: the letters or the closed domain of the text. */
  | { readonly kind: 'text'; readonly lo: number; readonly hi: number; readonly of?: TextSet }
  | { readonly kind: 'bytes'; readonly lo: number; readonly hi: number }
  | { readonly kind: 'list'; readonly element: Type; readonly lo: number; readonly hi: number }
  | { readonly kind: 'record'; readonly fields: readonly { readonly name: string; readonly type: Type }[] }
  | { readonly kind: 'option'; readonly value: Type };

/** Texts of some letters, `stated` with a range, or texts of a closed domain, with a few samples. */
export type TextSet =
  | { readonly letters: readonly string[]; readonly stated?: string }
  | { readonly domain: string; readonly some: readonly string[]; readonly has: (text: string) => boolean };

/** Tags and texts are strings; records are maps. */
export type Value = bigint | boolean | string | Uint8Array | readonly Value[] | ReadonlyMap<string, Value> | Optional;

/** The value of an option; its content is null for `none`. */
export class Optional {
  constructor(readonly content: Value | null) {}
}

/** An expression with its expected type, of which only the kind is relied on. */
export type Expression = { readonly type: Type } & Form;

export type Form =
  | { readonly form: 'name'; readonly name: string }
  | { readonly form: 'literal'; readonly value: Value }
  /** An operator or a monomer by name; `GET` is an index, `EQ` an equality. */
  | { readonly form: 'apply'; readonly operation: string; readonly operands: readonly Expression[] }
  | { readonly form: 'field'; readonly record: Expression; readonly name: string }
  | { readonly form: 'if'; readonly condition: Expression; readonly whenTrue: Block; readonly whenFalse: Block }
  | { readonly form: 'connective'; readonly connective: 'and' | 'or' | 'implies'; readonly left: Expression; readonly right: Expression }
  | { readonly form: 'default'; readonly option: Expression; readonly otherwise: Expression }
  | { readonly form: 'match'; readonly subject: Expression; readonly arms: readonly Arm[] }
  /** A match on several values. */
  | { readonly form: 'rows'; readonly subjects: readonly Expression[]; readonly rows: readonly Row[] }
  | ({ readonly form: 'loop'; readonly loop: Loop; readonly body: Block } & Iteration)
  | ({
      readonly form: 'fold';
      readonly accumulator: string;
      readonly stated: Type | null;
      /** A condition on the accumulator, which contains no fold with such a condition. */
      readonly keeping?: Expression;
      readonly initial: Expression;
      readonly body: Block;
    } & Iteration)
  | { readonly form: 'as'; readonly operand: Expression; readonly domain: Type }
  | { readonly form: 'call'; readonly component: string; readonly operands: readonly Expression[] }
  | { readonly form: 'list'; readonly items: readonly Expression[] }
  | { readonly form: 'record'; readonly fields: readonly { readonly name: string; readonly value: Expression }[] }
  /** A record with other values in some fields. */
  | {
      readonly form: 'update';
      readonly record: Expression;
      readonly fields: readonly { readonly name: string; readonly value: Expression }[];
    }
  | { readonly form: 'some'; readonly content: Expression };

export type Loop = 'map' | 'filter' | 'first' | 'any' | 'all' | 'count';

/** The names of an element, and of its index if it is used. */
export interface Iteration {
  readonly name: string;
  readonly index?: string;
  /** Names bound to fields of the element, instead of a name for the element. */
  readonly names?: FieldNames;
  readonly source: Source;
}

/** Names bound to fields of a record. */
export type FieldNames = readonly { readonly field: string; readonly name: string }[];

export type Source =
  | { readonly over: 'value'; readonly value: Expression }
  | { readonly over: 'range'; readonly lo: Expression; readonly hi: Expression };

export interface Arm {
  readonly pattern: Pattern;
  readonly guard?: Expression;
  readonly body: Block;
}

/** An arm of a match on several values: alternatives of a pattern for each value. */
export interface Row {
  readonly alternatives: readonly (readonly Pattern[])[];
  readonly guard?: Expression;
  readonly body: Block;
}

export type Pattern =
  | { readonly pattern: 'any' }
  | { readonly pattern: 'name'; readonly name: string }
  | { readonly pattern: 'range'; readonly lo: bigint; readonly hi: bigint }
  | { readonly pattern: 'value'; readonly value: string | boolean | Uint8Array }
  | { readonly pattern: 'tag'; readonly tag: string }
  | { readonly pattern: 'none' }
  /** Alternatives, which bind no names. */
  | { readonly pattern: 'either'; readonly patterns: readonly Pattern[] }
  | { readonly pattern: 'some'; readonly inner: Pattern };

export interface Wire {
  readonly name: string;
  /** Names bound to fields of the value, instead of a name for the value. */
  readonly names?: FieldNames;
  readonly stated: Type | null;
  readonly value: Expression;
}

export interface Block {
  readonly wires: readonly Wire[];
  readonly result: Expression;
}

export interface Named {
  readonly name: string;
  readonly type: Type;
}

export interface Component {
  readonly name: string;
  readonly parameters: readonly Named[];
  readonly requires: readonly Expression[];
  readonly body: Block;
  /** Contracts over the parameters and `result`. */
  readonly ensures: readonly Expression[];
  readonly result: Type;
}

export interface Program {
  /** Components, each after those that it calls. */
  readonly components: readonly Component[];
  readonly inputs: readonly Named[];
  readonly outputs: readonly Named[];
  readonly requires: readonly Expression[];
  /** Wires; those with the names of outputs produce them. */
  readonly wires: readonly Wire[];
  readonly ensures: readonly Expression[];
}

/** Returns the parts of an expression, each with the name of its place. */
export function partsOf(one: Expression): readonly { readonly place: string; readonly part: Expression | Block }[] {
  switch (one.form) {
    case 'name':
    case 'literal':
      return [];
    case 'apply':
      return one.operands.map((part) => ({ place: LIBRARY.has(one.operation) ? `argument of ${one.operation}` : 'operand', part }));
    case 'call':
      return one.operands.map((part) => ({ place: 'argument of a call', part }));
    case 'field':
      return [{ place: 'record', part: one.record }];
    case 'if':
      return [
        { place: 'condition', part: one.condition },
        { place: 'arm of if', part: one.whenTrue },
        { place: 'arm of if', part: one.whenFalse },
      ];
    case 'connective':
      return [
        { place: 'operand', part: one.left },
        { place: 'right side', part: one.right },
      ];
    case 'default':
      return [
        { place: 'option', part: one.option },
        { place: 'default', part: one.otherwise },
      ];
    case 'match':
      return [
        { place: 'subject', part: one.subject },
        ...one.arms.flatMap(guardOf),
        ...one.arms.map(({ body }) => ({ place: `arm of match on ${one.subject.type.kind}`, part: body })),
      ];
    case 'rows':
      return [
        ...one.subjects.map((part) => ({ place: 'subject', part })),
        ...one.rows.flatMap(guardOf),
        ...one.rows.map(({ body }) => ({ place: 'row of a match on several values', part: body })),
      ];
    case 'loop':
      return [...sourceParts(one.source), { place: one.loop === 'first' ? 'first' : (iterationOf(one) ?? one.loop), part: one.body }];
    case 'fold':
      return [
        ...(one.keeping === undefined ? [] : [{ place: KEEPING, part: one.keeping }]),
        { place: 'initial value', part: one.initial },
        ...sourceParts(one.source),
        { place: iterationOf(one) ?? 'fold', part: one.body },
      ];
    case 'as':
      return [{ place: 'operand', part: one.operand }];
    case 'list':
      return one.items.map((part) => ({ place: 'list', part }));
    case 'record':
      return one.fields.map(({ value }) => ({ place: 'record', part: value }));
    case 'update':
      return [{ place: 'record', part: one.record }, ...one.fields.map(({ value }) => ({ place: 'update of a record', part: value }))];
    case 'some':
      return [{ place: 'option', part: one.content }];
  }
}

/** The place of the condition that a fold keeps. */
export const KEEPING = 'what a fold keeps';

/** Components of the language's library, which are called like its operations. */
const LIBRARY: ReadonlySet<string> = new Set(['DIV_UP', 'DIV_ROUND', 'PAD_END']);

function guardOf({ guard }: Arm | Row): readonly { readonly place: string; readonly part: Expression }[] {
  return guard === undefined ? [] : [{ place: 'guard', part: guard }];
}

/** Returns the name of a loop over a text, or with an index or field names; null for other loops. */
function iterationOf({ index, names, source }: Iteration): string | null {
  if (source.over === 'value' && source.value.type.kind === 'text') return 'loop over a text';
  if (index !== undefined) return 'loop with an index';
  return names === undefined ? null : 'loop over fields';
}

/** Returns the names of the newer forms that an expression has, or whose value it gives. */
export function formsOf(one: Expression): readonly string[] {
  const restricted = one.type.kind === 'text' && one.type.of !== undefined && one.form !== 'literal' ? [textName(one.type.of)] : [];
  return [...restricted, ...formNames(one)];
}

function textName(of: TextSet): string {
  return 'domain' in of ? of.domain : 'a text of letters';
}

function formNames(one: Expression): readonly string[] {
  switch (one.form) {
    case 'apply':
      return LIBRARY.has(one.operation) ? [one.operation] : [];
    case 'update':
      return ['update of a record'];
    case 'rows':
      return ['match on several values', ...(one.rows.some(({ guard }) => guard !== undefined) ? ['guard'] : [])];
    case 'match':
      return [
        ...(one.arms.some(({ guard }) => guard !== undefined) ? ['guard'] : []),
        ...(one.arms.some(({ pattern }) => pattern.pattern === 'either') ? ['patterns that share a value'] : []),
      ];
    case 'loop':
    case 'fold': {
      const iteration = iterationOf(one);
      const isFirst = one.form === 'loop' && one.loop === 'first';
      const isKeeping = one.form === 'fold' && one.keeping !== undefined;
      return [...(iteration === null ? [] : [iteration]), ...(isFirst ? ['first'] : []), ...(isKeeping ? ['fold that keeps'] : [])];
    }
    default:
      return [];
  }
}

function sourceParts(source: Source): readonly { readonly place: string; readonly part: Expression }[] {
  const parts = source.over === 'value' ? [source.value] : [source.lo, source.hi];
  return parts.map((part) => ({ place: 'source', part }));
}

/** Returns the top-level expressions and blocks of a program, each with the name of its place. */
export function rootsOf(program: Program): readonly { readonly place: string; readonly part: Expression | Block }[] {
  const inComponents = program.components.flatMap(({ requires, body, ensures }) => [
    ...requires.map((part) => ({ place: 'require of a component', part })),
    { place: 'component', part: body },
    ...ensures.map((part) => ({ place: 'ensure of a component', part })),
  ]);
  return [
    ...inComponents,
    ...program.requires.map((part) => ({ place: 'require', part })),
    ...program.wires.map(({ value, names }) => ({ place: names === undefined ? 'circuit' : 'destructuring', part: value })),
    ...program.ensures.map((part) => ({ place: 'ensure', part })),
  ];
}

/** Visits every expression and block. */
export function walk(program: Program, visit: (part: Expression | Block, place: string) => void): void {
  const enter = (part: Expression | Block, place: string, inside: string): void => {
    visit(part, place);
    if ('form' in part) for (const inner of partsOf(part)) enter(inner.part, `${inner.place}${inside}`, inside);
    else {
      for (const { value, names } of part.wires) enter(value, names === undefined ? place : `destructuring${inside}`, inside);
      enter(part.result, place, inside);
    }
  };
  for (const { part, place } of rootsOf(program)) enter(part, place, place.endsWith('component') ? ' in a component' : '');
}

/** Returns the program with one expression, found by identity, replaced by another. */
export function replaceExpression(program: Program, target: Expression, by: Expression): Program {
  return mapProgram(program, {
    expression: (expression, rebuild) => (expression === target ? by : rebuild(expression)),
    block: (block, rebuild) => rebuild(block),
  });
}

/** Returns the program with one block, found by identity, replaced by another. */
export function replaceBlock(program: Program, target: Block, by: Block): Program {
  return mapProgram(program, {
    expression: (expression, rebuild) => rebuild(expression),
    block: (block, rebuild) => (block === target ? by : rebuild(block)),
  });
}

/**
 * Returns the program with a separate object for every part. A part that occurs in two places can then be found by identity in
 * one.
 */
export function distinct(program: Program): Program {
  return mapProgram(program, { expression: (expression, rebuild) => rebuild(expression), block: (block, rebuild) => rebuild(block) });
}

interface Mapper {
  readonly expression: (expression: Expression, rebuild: (expression: Expression) => Expression) => Expression;
  readonly block: (block: Block, rebuild: (block: Block) => Block) => Block;
}

function mapProgram(program: Program, mapper: Mapper): Program {
  const expression = (one: Expression): Expression => mapper.expression(one, (each) => ({ ...each, ...formOf(each) }));
  const wire = (one: Wire): Wire => ({ ...one, value: expression(one.value) });
  const block = (one: Block): Block => mapper.block(one, (each) => ({ wires: each.wires.map(wire), result: expression(each.result) }));
  const source = (one: Source): Source =>
    one.over === 'value'
      ? { over: 'value', value: expression(one.value) }
      : { over: 'range', lo: expression(one.lo), hi: expression(one.hi) };
  const guarded = ({ guard }: Arm | Row): { readonly guard?: Expression } => (guard === undefined ? {} : { guard: expression(guard) });
  const formOf = (one: Form): Form => {
    switch (one.form) {
      case 'name':
      case 'literal':
        return one;
      case 'apply':
        return { ...one, operands: one.operands.map(expression) };
      case 'call':
        return { ...one, operands: one.operands.map(expression) };
      case 'field':
        return { ...one, record: expression(one.record) };
      case 'if':
        return { ...one, condition: expression(one.condition), whenTrue: block(one.whenTrue), whenFalse: block(one.whenFalse) };
      case 'connective':
        return { ...one, left: expression(one.left), right: expression(one.right) };
      case 'default':
        return { ...one, option: expression(one.option), otherwise: expression(one.otherwise) };
      case 'match':
        return {
          ...one,
          subject: expression(one.subject),
          arms: one.arms.map((arm) => ({ ...arm, ...guarded(arm), body: block(arm.body) })),
        };
      case 'rows':
        return {
          ...one,
          subjects: one.subjects.map(expression),
          rows: one.rows.map((row) => ({ ...row, ...guarded(row), body: block(row.body) })),
        };
      case 'loop':
        return { ...one, source: source(one.source), body: block(one.body) };
      case 'fold':
        return {
          ...one,
          ...(one.keeping === undefined ? {} : { keeping: expression(one.keeping) }),
          initial: expression(one.initial),
          source: source(one.source),
          body: block(one.body),
        };
      case 'as':
        return { ...one, operand: expression(one.operand) };
      case 'list':
        return { ...one, items: one.items.map(expression) };
      case 'record':
        return { ...one, fields: one.fields.map((field) => ({ ...field, value: expression(field.value) })) };
      case 'update':
        return {
          ...one,
          record: expression(one.record),
          fields: one.fields.map((field) => ({ ...field, value: expression(field.value) })),
        };
      case 'some':
        return { ...one, content: expression(one.content) };
    }
  };
  return {
    ...program,
    components: program.components.map((component) => ({
      ...component,
      requires: component.requires.map(expression),
      body: block(component.body),
      ensures: component.ensures.map(expression),
    })),
    requires: program.requires.map(expression),
    wires: program.wires.map(wire),
    ensures: program.ensures.map(expression),
  };
}
