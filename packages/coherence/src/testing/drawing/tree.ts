/**
 * The programs of the generator, the writer and the interpreter in this folder. The folder has its own trees, values and
 * semantics. It judges the engine and imports it only to request a verdict.
 */
export type DrawnType =
  | { readonly kind: 'integer'; readonly lo: bigint; readonly hi: bigint }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'enumeration'; readonly tags: readonly string[] }
  /** `of`: the letters or the closed domain of the text. */
  | { readonly kind: 'text'; readonly lo: number; readonly hi: number; readonly of?: TextSet }
  | { readonly kind: 'bytes'; readonly lo: number; readonly hi: number }
  | { readonly kind: 'list'; readonly element: DrawnType; readonly lo: number; readonly hi: number }
  | { readonly kind: 'record'; readonly fields: readonly { readonly name: string; readonly type: DrawnType }[] }
  | { readonly kind: 'option'; readonly value: DrawnType };

/** Texts of some letters, `stated` with a range, or texts of a closed domain, with a few samples. */
export type TextSet =
  | { readonly letters: readonly string[]; readonly stated?: string }
  | { readonly domain: string; readonly some: readonly string[]; readonly has: (text: string) => boolean };

/** Tags and texts are strings; records are maps. */
export type DrawnValue = bigint | boolean | string | Uint8Array | readonly DrawnValue[] | ReadonlyMap<string, DrawnValue> | Optional;

/** The value of an option; its content is null for `none`. */
export class Optional {
  constructor(readonly content: DrawnValue | null) {}
}

/** An expression with its expected type, of which only the type is relied on. */
export type DrawnExpression = { readonly type: DrawnType } & DrawnForm;

export type DrawnForm =
  | { readonly form: 'name'; readonly name: string }
  | { readonly form: 'literal'; readonly value: DrawnValue }
  /** An operator or a monomer by name; `GET` is an index, `EQ` an equality. */
  | { readonly form: 'apply'; readonly operation: string; readonly operands: readonly DrawnExpression[] }
  | { readonly form: 'field'; readonly record: DrawnExpression; readonly name: string }
  | { readonly form: 'if'; readonly condition: DrawnExpression; readonly whenTrue: DrawnBlock; readonly whenFalse: DrawnBlock }
  | {
      readonly form: 'connective';
      readonly connective: 'and' | 'or' | 'implies';
      readonly left: DrawnExpression;
      readonly right: DrawnExpression;
    }
  | { readonly form: 'default'; readonly option: DrawnExpression; readonly otherwise: DrawnExpression }
  | { readonly form: 'match'; readonly subject: DrawnExpression; readonly arms: readonly DrawnArm[] }
  /** A match on several values. */
  | { readonly form: 'rows'; readonly subjects: readonly DrawnExpression[]; readonly rows: readonly DrawnRow[] }
  | ({ readonly form: 'loop'; readonly loop: DrawnLoop; readonly body: DrawnBlock } & DrawnIteration)
  | ({
      readonly form: 'fold';
      readonly accumulator: string;
      readonly stated: DrawnType | null;
      /** A condition on the accumulator, which contains no fold with such a condition. */
      readonly keeping?: DrawnExpression;
      readonly initial: DrawnExpression;
      readonly body: DrawnBlock;
    } & DrawnIteration)
  | { readonly form: 'as'; readonly operand: DrawnExpression; readonly domain: DrawnType }
  | { readonly form: 'call'; readonly component: string; readonly operands: readonly DrawnExpression[] }
  | { readonly form: 'list'; readonly items: readonly DrawnExpression[] }
  | { readonly form: 'record'; readonly fields: readonly { readonly name: string; readonly value: DrawnExpression }[] }
  /** A record with other values in some fields. */
  | {
      readonly form: 'update';
      readonly record: DrawnExpression;
      readonly fields: readonly { readonly name: string; readonly value: DrawnExpression }[];
    }
  | { readonly form: 'some'; readonly content: DrawnExpression };

export type DrawnLoop = 'map' | 'filter' | 'first' | 'any' | 'all' | 'count';

/** The names of an element, and of its index if it is used. */
export interface DrawnIteration {
  readonly name: string;
  readonly index?: string;
  /** Names bound to fields of the element, instead of a name for the element. */
  readonly names?: FieldNames;
  readonly source: DrawnSource;
}

/** Names bound to fields of a record. */
export type FieldNames = readonly { readonly field: string; readonly name: string }[];

export type DrawnSource =
  | { readonly over: 'value'; readonly value: DrawnExpression }
  | { readonly over: 'range'; readonly lo: DrawnExpression; readonly hi: DrawnExpression };

export interface DrawnArm {
  readonly pattern: DrawnPattern;
  readonly guard?: DrawnExpression;
  readonly body: DrawnBlock;
}

/** An arm of a match on several values: alternatives of a pattern for each value. */
export interface DrawnRow {
  readonly alternatives: readonly (readonly DrawnPattern[])[];
  readonly guard?: DrawnExpression;
  readonly body: DrawnBlock;
}

export type DrawnPattern =
  | { readonly pattern: 'any' }
  | { readonly pattern: 'name'; readonly name: string }
  | { readonly pattern: 'range'; readonly lo: bigint; readonly hi: bigint }
  | { readonly pattern: 'value'; readonly value: string | boolean | Uint8Array }
  | { readonly pattern: 'tag'; readonly tag: string }
  | { readonly pattern: 'none' }
  /** Alternatives, which bind no names. */
  | { readonly pattern: 'either'; readonly patterns: readonly DrawnPattern[] }
  | { readonly pattern: 'some'; readonly inner: DrawnPattern };

export interface DrawnWire {
  readonly name: string;
  /** Names bound to fields of the value, instead of a name for the value. */
  readonly names?: FieldNames;
  readonly stated: DrawnType | null;
  readonly value: DrawnExpression;
}

export interface DrawnBlock {
  readonly wires: readonly DrawnWire[];
  readonly result: DrawnExpression;
}

export interface DrawnName {
  readonly name: string;
  readonly type: DrawnType;
}

export interface Component {
  readonly name: string;
  readonly parameters: readonly DrawnName[];
  readonly requires: readonly DrawnExpression[];
  readonly body: DrawnBlock;
  /** Contracts over the parameters and `result`. */
  readonly ensures: readonly DrawnExpression[];
  readonly result: DrawnType;
}

export interface DrawnProgram {
  /** Components, each after those that it calls. */
  readonly components: readonly Component[];
  readonly inputs: readonly DrawnName[];
  readonly outputs: readonly DrawnName[];
  readonly requires: readonly DrawnExpression[];
  /** Wires; those with the names of outputs produce them. */
  readonly wires: readonly DrawnWire[];
  readonly ensures: readonly DrawnExpression[];
}

/** Returns the parts of an expression, each with the name of its place. */
export function partsOf(one: DrawnExpression): readonly { readonly place: string; readonly part: DrawnExpression | DrawnBlock }[] {
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

function guardOf({ guard }: DrawnArm | DrawnRow): readonly { readonly place: string; readonly part: DrawnExpression }[] {
  return guard === undefined ? [] : [{ place: 'guard', part: guard }];
}

/** Returns the name of a loop over a text, or with an index or field names; null for other loops. */
function iterationOf({ index, names, source }: DrawnIteration): string | null {
  if (source.over === 'value' && source.value.type.kind === 'text') return 'loop over a text';
  if (index !== undefined) return 'loop with an index';
  return names === undefined ? null : 'loop over fields';
}

/** Returns the names of the newer forms that an expression has, or whose value it gives. */
export function formsOf(one: DrawnExpression): readonly string[] {
  const restricted = one.type.kind === 'text' && one.type.of !== undefined && one.form !== 'literal' ? [textName(one.type.of)] : [];
  return [...restricted, ...formNames(one)];
}

function textName(of: TextSet): string {
  return 'domain' in of ? of.domain : 'a text of letters';
}

function formNames(one: DrawnExpression): readonly string[] {
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

function sourceParts(source: DrawnSource): readonly { readonly place: string; readonly part: DrawnExpression }[] {
  const parts = source.over === 'value' ? [source.value] : [source.lo, source.hi];
  return parts.map((part) => ({ place: 'source', part }));
}

/** Returns the top-level expressions and blocks of a program, each with the name of its place. */
export function rootsOf(program: DrawnProgram): readonly { readonly place: string; readonly part: DrawnExpression | DrawnBlock }[] {
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
export function walk(program: DrawnProgram, visit: (part: DrawnExpression | DrawnBlock, place: string) => void): void {
  const enter = (part: DrawnExpression | DrawnBlock, place: string, inside: string): void => {
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
export function replaceExpression(program: DrawnProgram, target: DrawnExpression, by: DrawnExpression): DrawnProgram {
  return mapProgram(program, {
    expression: (expression, rebuild) => (expression === target ? by : rebuild(expression)),
    block: (block, rebuild) => rebuild(block),
  });
}

/** Returns the program with one block, found by identity, replaced by another. */
export function replaceBlock(program: DrawnProgram, target: DrawnBlock, by: DrawnBlock): DrawnProgram {
  return mapProgram(program, {
    expression: (expression, rebuild) => rebuild(expression),
    block: (block, rebuild) => (block === target ? by : rebuild(block)),
  });
}

/**
 * Returns the program with a separate object for every part. A part that occurs in two places can then be found by identity in
 * one.
 */
export function distinct(program: DrawnProgram): DrawnProgram {
  return mapProgram(program, { expression: (expression, rebuild) => rebuild(expression), block: (block, rebuild) => rebuild(block) });
}

interface Mapper {
  readonly expression: (expression: DrawnExpression, rebuild: (expression: DrawnExpression) => DrawnExpression) => DrawnExpression;
  readonly block: (block: DrawnBlock, rebuild: (block: DrawnBlock) => DrawnBlock) => DrawnBlock;
}

function mapProgram(program: DrawnProgram, mapper: Mapper): DrawnProgram {
  const expression = (one: DrawnExpression): DrawnExpression => mapper.expression(one, (each) => ({ ...each, ...formOf(each) }));
  const wire = (one: DrawnWire): DrawnWire => ({ ...one, value: expression(one.value) });
  const block = (one: DrawnBlock): DrawnBlock =>
    mapper.block(one, (each) => ({ wires: each.wires.map(wire), result: expression(each.result) }));
  const source = (one: DrawnSource): DrawnSource =>
    one.over === 'value'
      ? { over: 'value', value: expression(one.value) }
      : { over: 'range', lo: expression(one.lo), hi: expression(one.hi) };
  const guarded = ({ guard }: DrawnArm | DrawnRow): { readonly guard?: DrawnExpression } =>
    guard === undefined ? {} : { guard: expression(guard) };
  const formOf = (one: DrawnForm): DrawnForm => {
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
