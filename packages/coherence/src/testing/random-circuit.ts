import * as fc from 'fast-check';

/**
 * Well-typed random circuits for the soundness tests, as source text. A circuit is drawn as trees of choices and
 * rendered under a scope, so that every tree gives some program and a smaller tree a smaller one.
 */
export interface Choice {
  readonly pick: number;
  readonly small: number;
  readonly parts: readonly Choice[];
}

type Kind = 'integer' | 'boolean' | 'colour' | 'text';

interface Scope {
  readonly integer: readonly string[];
  readonly boolean: readonly string[];
  readonly colour: readonly string[];
  readonly text: readonly string[];
}

export interface Shape {
  /** The greatest distance of a bound of an integer port from 0, and its greatest width. */
  readonly reach: number;
  readonly width: number;
}

const TAGS = ['red', 'green', 'blue'] as const;
const LETTERS = ['', 'a', 'b', 'ab', 'ba', 'abc', 'é🎉'] as const;

const { choice } = fc.letrec<{ choice: Choice }>((tie) => ({
  choice: fc.record({
    pick: fc.nat(10_000),
    small: fc.integer({ min: -12, max: 12 }),
    parts: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'choice' },
      fc.constant([]),
      fc.array(tie('choice'), { minLength: 1, maxLength: 3, depthIdentifier: 'choice' }),
    ),
  }),
}));

/** Sources of circuits of one to three inputs, one to five wires, perhaps a component, a require and an ensure. */
export function randomCircuit(shape: Shape): fc.Arbitrary<string> {
  return fc
    .record({
      ports: fc.array(fc.record({ pick: fc.nat(9), lo: fc.integer({ min: -shape.reach, max: shape.reach }), width: fc.nat(shape.width) }), {
        minLength: 1,
        maxLength: 3,
      }),
      wires: fc.array(choice, { minLength: 1, maxLength: 5 }),
      require: fc.option(choice),
      ensure: fc.option(choice),
      component: fc.option(choice),
      output: choice,
    })
    .map((drawn) => render(drawn));
}

interface Drawn {
  readonly ports: readonly { readonly pick: number; readonly lo: number; readonly width: number }[];
  readonly wires: readonly Choice[];
  readonly require: Choice | null;
  readonly ensure: Choice | null;
  readonly component: Choice | null;
  readonly output: Choice;
}

function render(drawn: Drawn): string {
  const lines: string[] = [];
  const domains: string[] = [];
  const scope = { integer: [] as string[], boolean: [] as string[], colour: [] as string[], text: [] as string[] };
  const component = drawn.component;
  if (component !== null) {
    const inner = { integer: ['p', 'q'], boolean: [], colour: [], text: [] };
    const body = integer(component, inner, new Names('c'), false);
    const promise = component.small % 3 === 0 ? '\n  ensure result >= p or result < p' : '';
    const require = component.small % 4 === 0 ? '  require p <= q\n' : '';
    lines.push(`component part(p: -5..5, q: -5..5) -> i64 {\n${require}  ${body}${promise}\n}`);
  }
  lines.push('component tint(n: i64) -> enum { red, green, blue } { match n { 0..9 => .red, 10..99 => .green, _ => .blue } }');
  lines.push('circuit drawn {');
  drawn.ports.forEach(({ pick, lo, width }, index) => {
    const name = `x${index}`;
    const [kind, domain] = portDomain(pick, lo, width);
    scope[kind].push(name);
    lines.push(`  input ${name}: ${domain}`);
    domains.push(domain);
  });
  lines.push('  output out: i64');
  // Every input reaches an output, so that a circuit is open for what it computes.
  domains.forEach((domain, index) => lines.push(`  output echo${index}: ${domain}`));
  const ports = { ...scope, integer: [...scope.integer], boolean: [...scope.boolean], colour: [...scope.colour], text: [...scope.text] };
  const names = new Names('w');
  // One input at least is always admitted.
  if (drawn.require !== null) lines.push(`  require ${boolean(drawn.require, ports, names, false)} or ${admitted(drawn.ports[0])}`);
  for (const wire of drawn.wires) {
    const kind = (['integer', 'integer', 'boolean', 'colour', 'text'] as const)[wire.pick % 5] ?? 'integer';
    const name = names.fresh();
    const stated = kind === 'integer' && wire.small === 7 ? ': -100..100' : '';
    lines.push(`  ${name}${stated} = ${expression(kind, wire, scope, names, component !== null)}`);
    scope[kind].push(name);
  }
  domains.forEach((_, index) => lines.push(`  echo${index} = x${index}`));
  lines.push(`  out = ${integer(drawn.output, scope, names, component !== null)}`);
  const ensured = { ...scope, integer: [...scope.integer, 'out'] };
  if (drawn.ensure !== null) lines.push(`  ensure ${boolean(drawn.ensure, ensured, names, false)}`);
  return `${lines.join('\n')}\n}\n`;
}

/** A condition that some value of the first port satisfies. */
function admitted(port: Drawn['ports'][number] | undefined): string {
  const { pick, lo } = port ?? { pick: 0, lo: 0 };
  if (pick === 7) return 'x0';
  if (pick === 8) return 'x0 == .red';
  return pick === 9 ? 'x0 == ""' : `x0 == ${lo}`;
}

function portDomain(pick: number, lo: number, width: number): readonly [Kind, string] {
  if (pick === 7) return ['boolean', 'bool'];
  if (pick === 8) return ['colour', `enum { ${TAGS.join(', ')} }`];
  if (pick === 9) return ['text', 'text[..1]'];
  return ['integer', `${lo}..${lo + width}`];
}

class Names {
  private next = 0;

  constructor(private readonly prefix: string) {}

  fresh(): string {
    this.next += 1;
    return `${this.prefix}${this.next}`;
  }
}

function expression(kind: Kind, from: Choice, scope: Scope, names: Names, calls: boolean): string {
  switch (kind) {
    case 'integer':
      return integer(from, scope, names, calls);
    case 'boolean':
      return boolean(from, scope, names, calls);
    case 'colour':
      return colour(from, scope, names, calls);
    case 'text':
      return text(from, scope, names, calls);
  }
}

const LEAF: Choice = { pick: 0, small: 1, parts: [] };

function part(from: Choice, index: number): Choice {
  return from.parts[index] ?? LEAF;
}

function chosen<T>(from: readonly T[], pick: number, otherwise: T): T {
  return from[pick % Math.max(1, from.length)] ?? otherwise;
}

function integer(from: Choice, scope: Scope, names: Names, calls: boolean): string {
  const literal = `(${from.small})`;
  if (from.parts.length === 0) return from.pick % 3 === 0 ? literal : chosen(scope.integer, from.pick, literal);
  const a = (): string => integer(part(from, 0), scope, names, calls);
  const b = (): string => integer(part(from, 1), scope, names, calls);
  const c = (): string => integer(part(from, 2), scope, names, calls);
  const condition = (): string => boolean(part(from, 2), scope, names, calls);
  const guard = chosen(scope.integer, from.pick, '3');
  const forms: readonly (() => string)[] = [
    () => `(${a()} + ${b()})`,
    () => `(${a()} - ${b()})`,
    () => `(${a()} * ${b()})`,
    () => `(${a()} / ${b()})`,
    () => `(${a()} % ${b()})`,
    () => `(-${guard})`,
    () => `if ${condition()} { ${a()} } else { ${b()} }`,
    () => `if ${guard} != 0 { ${a()} / ${guard} } else { ${b()} }`,
    () => `if ${guard} > ${from.small} { ${a()} - ${guard} } else { ${b()} }`,
    () => `match ${guard} { ${from.small} => ${a()}, ${from.small + 1}..${from.small + 3} => ${b()}, _ => ${c()} }`,
    () => block(from, a, b, names, guard),
    () => `MIN(${a()}, ${b()})`,
    () => `MAX(${a()}, ${b()})`,
    () => `ABS(${a()})`,
    () => `CLAMP(${a()}, ${from.small}, ${from.small + 5})`,
    () => `MULDIV(${a()}, ${b()}, ${Math.abs(from.small) + 1})`,
    () => `MULDIV_EVEN(${a()}, ${b()}, ${c()})`,
    () => `FLOOR_DIV(${a()}, ${b()})`,
    () => `FLOOR_MOD(${a()}, ${b()})`,
    () => `ISQRT(ABS(${a()}))`,
    () => `POW(${a()}, ${Math.abs(from.small) % 4})`,
    () => `(ABS(${a()}) & ABS(${b()}))`,
    () => `(ABS(${a()}) | ABS(${b()}))`,
    () => `(ABS(${a()}) ^ ABS(${b()}))`,
    () => `(ABS(${a()}) >> ${Math.abs(from.small)})`,
    () => `(ABS(${a()}) << CLAMP(${b()}, 0, 5))`,
    () => `MUL_WRAP(ABS(${a()}), ABS(${b()}), 6)`,
    () => `(${a()} as -200..200)`,
    () => `TEXT_LENGTH(${text(part(from, 0), scope, names, calls)})`,
    () => `match ${colour(part(from, 0), scope, names, calls)} { .red => ${b()}, .green => ${c()}, _ => ${from.small} }`,
    () => (calls ? `part(CLAMP(${a()}, -5, 0), CLAMP(${b()}, ${from.small > 0 ? '0' : '-5'}, 5))` : a()),
  ];
  return chosen(forms, from.pick, a)();
}

function block(from: Choice, a: () => string, b: () => string, names: Names, guard: string): string {
  const local = names.fresh();
  return `if ${guard} >= ${from.small} { ${local} = ${a()}\n ${local} + ${guard} } else { ${b()} }`;
}

function boolean(from: Choice, scope: Scope, names: Names, calls: boolean): string {
  if (from.parts.length === 0) {
    const wire = chosen(scope.boolean, from.pick, '');
    return wire !== '' && from.pick % 2 === 0
      ? wire
      : `${chosen(scope.integer, from.pick, '2')} ${COMPARISONS[from.pick % 6] ?? '<'} ${from.small}`;
  }
  const integers = (operator: string): string =>
    `(${integer(part(from, 0), scope, names, calls)} ${operator} ${integer(part(from, 1), scope, names, calls)})`;
  const both = (operator: string): string =>
    `(${boolean(part(from, 0), scope, names, calls)} ${operator} ${boolean(part(from, 1), scope, names, calls)})`;
  const forms: readonly (() => string)[] = [
    ...COMPARISONS.map((operator) => () => integers(operator)),
    () => both('and'),
    () => both('or'),
    () => both('implies'),
    () => `(not ${boolean(part(from, 0), scope, names, calls)})`,
    () => `XOR(${boolean(part(from, 0), scope, names, calls)}, ${boolean(part(from, 1), scope, names, calls)})`,
    () => `(${integer(part(from, 0), scope, names, calls)} in ${from.small}..${from.small + 6})`,
    () => `(${colour(part(from, 0), scope, names, calls)} == .${chosen(TAGS, from.pick, 'red')})`,
    () => `(${text(part(from, 0), scope, names, calls)} == ${text(part(from, 1), scope, names, calls)})`,
    () => `(${text(part(from, 0), scope, names, calls)} < ${text(part(from, 1), scope, names, calls)})`,
    () => `STARTS_WITH(${text(part(from, 0), scope, names, calls)}, ${text(part(from, 1), scope, names, calls)})`,
    () => `ENDS_WITH(${text(part(from, 0), scope, names, calls)}, ${text(part(from, 1), scope, names, calls)})`,
    () => `MATCHES_GLOB(${text(part(from, 0), scope, names, calls)}, "a*")`,
    () =>
      `if ${boolean(part(from, 0), scope, names, calls)} { ${boolean(part(from, 1), scope, names, calls)} } else { ${boolean(part(from, 2), scope, names, calls)} }`,
  ];
  return chosen(forms, from.pick, forms[0] ?? (() => 'true'))();
}

const COMPARISONS = ['<', '<=', '>', '>=', '==', '!='] as const;

/** A tag by itself takes its kind from where it stands: these stand where a kind is known. */
function colour(from: Choice, scope: Scope, names: Names, calls: boolean): string {
  const known = chosen(scope.colour, from.pick, '');
  if (known === '') return `tint(${integer(part(from, 0), scope, names, calls)})`;
  if (from.parts.length === 0) return known;
  return `if ${boolean(part(from, 0), scope, names, calls)} { ${known} } else { ${colour(part(from, 1), scope, names, calls)} }`;
}

function text(from: Choice, scope: Scope, names: Names, calls: boolean): string {
  const literal = `"${chosen(LETTERS, from.pick, '')}"`;
  if (from.parts.length === 0) return from.pick % 3 === 0 ? literal : chosen(scope.text, from.pick, literal);
  if (from.pick % 2 === 0) return `(${text(part(from, 0), scope, names, calls)} ++ ${literal})`;
  return `if ${boolean(part(from, 0), scope, names, calls)} { ${text(part(from, 1), scope, names, calls)} } else { ${literal} }`;
}
