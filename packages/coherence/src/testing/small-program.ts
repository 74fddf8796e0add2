import type { Draws } from './draws.js';

type Type = 'int' | 'bool' | 'tag' | 'text' | 'list' | 'option' | 'pair';

interface Wire {
  readonly name: string;
  readonly type: Type;
}

const DOMAINS: readonly (readonly [Type, string])[] = [
  ['int', '0..3'],
  ['int', '-2..2'],
  ['int', '0..1'],
  ['int', '1..4'],
  ['bool', 'bool'],
  ['tag', 'enum { red, green, blue }'],
  ['text', 'text[..2] of "ab"'],
  ['text', 'text[1..2] of "a-"'],
  ['list', '[0..2; ..2]'],
  ['list', '[0..1; 2..3]'],
  ['option', '(0..2)?'],
  ['pair', '(a: 0..2, b: -1..1)'],
  ['pair', '(a: 1..3, b: 0..1)'],
];

/**
 * Generates a source with few inputs, so that all of them can be run. It uses a component, loops over lists and texts, folds,
 * matches on one or several values and with conditions, texts, records and options. Divisions, indices and stated domains may
 * fail. Most programs are open.
 */
export function smallProgram(draws: Draws): string {
  const program = new SmallProgram(draws);
  return program.source();
}

class SmallProgram {
  private wires: Wire[] = [];
  private names = 0;
  private hasComponent = false;

  constructor(private readonly draws: Draws) {}

  source(): string {
    const lines = this.draws.once(2) ? [this.component()] : [];
    this.hasComponent = lines.length > 0;
    lines.push('circuit small {');
    const ports = Array.from({ length: this.draws.between(1, 3) }, (_, index) => this.port(`x${index}`));
    this.wires = ports.map(({ name, type }) => ({ name, type }));
    lines.push(...ports.map(({ name, domain }) => `  input ${name}: ${domain}`));
    const [lo, hi] = [this.draws.between(-9, 0), this.draws.between(0, 9)];
    lines.push(`  output out: ${this.draws.once(2) ? 'i64' : `${lo}..${hi}`}`);
    lines.push(...ports.map(({ name, domain }) => `  output echo_${name}: ${domain}`));
    if (this.draws.once(4)) lines.push(`  require ${this.truth(2)}`);
    for (let count = this.draws.below(3); count > 0; count -= 1) lines.push(this.wire());
    lines.push(...ports.map(({ name }) => `  echo_${name} = ${name}`), `  out = ${this.integer(3)}`);
    if (this.draws.once(3)) lines.push(`  ensure ${this.truth(2)}`);
    return `${lines.join('\n')}\n}\n`;
  }

  private port(name: string): Wire & { readonly domain: string } {
    const [type, domain] = this.draws.from(DOMAINS) ?? ['bool', 'bool'];
    return { name, type, domain };
  }

  private component(): string {
    this.wires = [
      { name: 'p', type: 'int' },
      { name: 'q', type: 'int' },
    ];
    const require = this.draws.once(2) ? `  require ${this.draws.pick(['p <= q', 'q != 0', 'p + q > 0'])}\n` : '';
    const ensure = this.draws.once(3) ? `\n  ensure result ${this.draws.pick(['>= p', '<= q', '!= 7'])}` : '';
    return `component part(p: -2..3, q: 0..3) -> ${this.draws.pick(['i64', '-9..9', '0..5'])} {\n${require}  ${this.integer(2)}${ensure}\n}`;
  }

  private wire(): string {
    this.names += 1;
    const name = `w${this.names}`;
    const pair = this.named('pair');
    if (pair !== undefined && this.draws.once(2)) return this.destructuring(this.draws.once(2) ? pair : this.updated(pair));
    const type = this.draws.pick<Type>(['int', 'int', 'int', 'bool', 'list']);
    const stated = type === 'int' && this.draws.once(3) ? `: ${this.draws.between(-6, 0)}..${this.draws.between(1, 6)}` : '';
    const line = `  ${name}${stated} = ${this.of(type, 3)}`;
    this.wires = [...this.wires, { name, type }];
    return line;
  }

  private destructuring(record: string): string {
    const [a, b] = [this.fresh('f'), this.fresh('f')];
    const line = `  (b: ${b}, a: ${a}) = ${record}`;
    this.wires = [...this.wires, { name: a, type: 'int' }, { name: b, type: 'int' }];
    return line;
  }

  private updated(pair: string): string {
    return `(..${pair}, ${this.draws.pick(['a', 'b'])}: ${this.integer(1)})`;
  }

  private of(type: Type, depth: number): string {
    if (type === 'int') return this.integer(depth);
    return type === 'bool' ? this.truth(depth) : this.list(depth);
  }

  private named(type: Type): string | undefined {
    return this.draws.from(this.wires.filter((wire) => wire.type === type))?.name;
  }

  /** Generates an expression with more names in scope. */
  private within(wires: readonly Wire[], make: () => string): string {
    const before = this.wires;
    this.wires = [...before, ...wires];
    const made = make();
    this.wires = before;
    return made;
  }

  private fresh(letter: string): string {
    this.names += 1;
    return `${letter}${this.names}`;
  }

  private leaf(): string {
    return (this.draws.once(3) ? undefined : this.named('int')) ?? String(this.draws.between(0, 3));
  }

  private integer(depth: number): string {
    if (depth === 0) return this.leaf();
    const part = () => this.integer(depth - 1);
    switch (this.draws.below(21)) {
      case 0:
      case 1:
        return `(${part()} ${this.draws.pick(['+', '-', '*'])} ${part()})`;
      case 2:
      case 3:
        return `(${part()} ${this.draws.pick(['/', '%'])} ${part()})`;
      case 4:
        return `(${this.draws.between(2, 9)} / (${this.minuend(depth)} - ${this.draws.once(2) ? this.leaf() : this.draws.between(1, 3)}))`;
      case 5:
        return `${this.draws.pick(['MIN', 'MAX'])}(${part()}, ${part()})`;
      case 6:
        return `ABS(${part()})`;
      case 7:
      case 8:
        return `(if ${this.truth(depth - 1)} { ${part()} } else { ${part()} })`;
      case 9:
        return `${this.list(0)}[${part()}]`;
      case 10:
        return `LENGTH(${this.list(depth - 1)})`;
      case 11:
        return this.fold(depth);
      case 12:
        return this.match(depth);
      case 13:
        return this.optional(depth);
      case 14:
        return `TEXT_LENGTH(${this.text(depth - 1)})`;
      case 15: {
        const pair = this.named('pair');
        if (pair === undefined) return this.leaf();
        return `${this.draws.once(2) ? pair : this.updated(pair)}.${this.draws.pick(['a', 'b'])}`;
      }
      case 17:
        return this.first(depth);
      case 18:
        return this.rows(depth);
      case 19:
        return `${this.draws.pick(['DIV_UP', 'DIV_ROUND'])}(${part()}, ${this.draws.once(2) ? part() : this.draws.between(1, 3)})`;
      case 20:
        return this.overText(depth);
      default:
        return this.hasComponent ? `part(${this.leaf()}, ${part()})` : this.leaf();
    }
  }

  private text(depth: number): string {
    const known = this.named('text') ?? '"ba"';
    if (depth <= 0 || this.draws.once(3)) return known;
    const part = () => this.text(depth - 1);
    switch (this.draws.below(8)) {
      case 5:
        return `PAD_END(${part()}, ${this.draws.between(0, 3)}, ${this.draws.pick(['"a"', '"-"', '"B"'])})`;
      case 6: {
        const code = this.fresh('c');
        return `(filter ${code} in ${known} { ${this.within([{ name: code, type: 'int' }], () => this.truth(depth - 1))} })`;
      }
      case 7:
        return `(${part()} as ${this.draws.pick(['ipv4', 'ipv6', 'path', 'hostname'])})`;
      case 0:
        return `(${part()} ++ ${this.draws.pick(['"a"', '"-"', '"B"', known])})`;
      case 1:
        return `UPPER(${part()})`;
      case 2:
        return `(${part()} as ${this.draws.pick(['text[..4] of "ab"', 'text[..9] of "A-Z-"', 'text[1..9] of "a-z-"', 'hostname'])})`;
      case 3:
        return `(if ${this.truth(depth - 1)} { ${part()} } else { ${part()} })`;
      default:
        return `SUBSTRING(${known}, 0, ${this.draws.pick(['1', `MIN(1, TEXT_LENGTH(${known}))`])})`;
    }
  }

  private minuend(depth: number): string {
    return this.hasComponent && this.draws.once(2) ? `part(${this.leaf()}, ${this.leaf()})` : this.integer(depth - 1);
  }

  private optional(depth: number): string {
    const option = this.named('option');
    return option === undefined ? this.leaf() : `(${option} ?? ${this.integer(depth - 1)})`;
  }

  /** Generates the search for the first element of a list, or code point of a text, that satisfies a condition. */
  private first(depth: number): string {
    const [element, index, found] = [this.fresh('e'), this.fresh('i'), this.fresh('s')];
    const hasIndex = this.draws.once(2);
    const bound: readonly Wire[] = [{ name: element, type: 'int' }, ...(hasIndex ? [{ name: index, type: 'int' } as const] : [])];
    const source = this.draws.once(2) ? this.list(0) : (this.named('text') ?? '"ab"');
    const condition = this.within(bound, () => this.truth(depth - 1));
    const first = `first ${hasIndex ? `${index}, ` : ''}${element} in ${source} { ${condition} }`;
    const none = this.draws.once(3) ? '' : `, none => ${this.integer(depth - 1)}`;
    return `(match ${first} { some ${found} => ${this.within([{ name: found, type: 'int' }], () => this.integer(depth - 1))}${none} })`;
  }

  /** Generates a match on two values. */
  private rows(depth: number): string {
    const part = () => this.integer(depth - 1);
    const tag = this.named('tag');
    const [subject, one, other] = tag === undefined ? [this.leaf(), '0', '1..2'] : [tag, '.red', '.blue'];
    const name = this.fresh('s');
    const guarded = this.within(
      [{ name, type: 'int' }],
      () => `(${one}, ${name}) if ${this.truth(depth - 1)} => ${this.integer(depth - 1)}`,
    );
    const rest = this.draws.once(3) ? '(_, 1..9) => 1' : `_ => ${part()}`;
    return `(match (${subject}, ${this.leaf()}) { ${guarded}, (${one}, 1), (${other}, 0) => ${part()}, ${rest} })`;
  }

  private overText(depth: number): string {
    const [code, index, sum] = [this.fresh('c'), this.fresh('i'), this.fresh('t')];
    const bound: readonly Wire[] = [
      { name: code, type: 'int' },
      { name: index, type: 'int' },
    ];
    const text = this.named('text') ?? '"ab"';
    if (this.draws.once(2)) return `(count ${index}, ${code} in ${text} { ${this.within(bound, () => this.truth(depth - 1))} })`;
    const step = this.within([...bound, { name: sum, type: 'int' }], () => this.integer(depth - 1));
    return `(fold ${sum} = ${this.leaf()} for ${index}, ${code} in ${text} { ${step} })`;
  }

  private fold(depth: number): string {
    const [accumulator, element] = [this.fresh('t'), this.fresh('e')];
    const stated = this.draws.once(3) ? `: ${this.draws.between(-9, 0)}..${this.draws.between(1, 30)}` : '';
    const source = this.draws.once(2)
      ? this.list(0)
      : `${this.draws.between(0, 1)}..${this.draws.once(2) ? `MIN(${this.leaf()}, 3)` : '3'}`;
    const bound: readonly Wire[] = [
      { name: accumulator, type: 'int' },
      { name: element, type: 'int' },
    ];
    const step = this.within(bound, () =>
      this.draws.once(2) ? this.integer(depth - 1) : `${accumulator} ${this.draws.pick(['+', '-'])} ${this.integer(depth - 1)}`,
    );
    return `(fold ${accumulator}${stated} = ${this.leaf()} for ${element} in ${source} { ${step} })`;
  }

  private match(depth: number): string {
    const part = () => this.integer(depth - 1);
    const tag = this.named('tag');
    if (tag !== undefined && this.draws.once(2)) return `(match ${tag} { .red => ${part()}, .green => ${part()}, .blue => ${part()} })`;
    const rest = this.draws.once(3) ? '' : `, _ => ${part()}`;
    if (rest !== '' && this.draws.once(2))
      return `(match ${this.leaf()} { 0, 3 if ${this.truth(depth - 1)} => ${part()}, 1..2 => ${part()}${rest} })`;
    return `(match ${this.leaf()} { 0 => ${part()}, 1..2 => ${part()}${rest} })`;
  }

  private truth(depth: number): string {
    const compared = () => `${this.leaf()} ${this.draws.pick(['<', '<=', '==', '!=', '>', '>='])} ${this.leaf()}`;
    if (depth === 0) return compared();
    const part = () => this.truth(depth - 1);
    switch (this.draws.below(10)) {
      case 0:
        return `(${part()} ${this.draws.pick(['and', 'or', 'implies'])} ${part()})`;
      case 1:
        return `(not ${part()})`;
      case 2: {
        const element = this.fresh('e');
        const body = () => this.within([{ name: element, type: 'int' }], () => this.truth(depth - 1));
        return `(${this.draws.pick(['any', 'all'])} ${element} in ${this.list(0)} { ${body()} })`;
      }
      case 3: {
        const tag = this.named('tag');
        return tag === undefined ? compared() : `${tag} == .${this.draws.pick(['red', 'green', 'blue'])}`;
      }
      case 4:
        return this.named('bool') ?? compared();
      case 5:
        return `${this.draws.pick(['INCLUDES', 'ENDS_WITH'])}(${this.text(depth - 1)}, ${this.draws.pick(['"a"', '"-"', '"b"', '"A"'])})`;
      case 6:
        return `(${this.text(depth - 1)} == ${this.draws.pick(['"a"', '"ab"', '"-"', '"A"'])})`;
      default:
        return `(${this.integer(depth - 1)} ${this.draws.pick(['<', '<=', '==', '!=', '>', '>='])} ${this.leaf()})`;
    }
  }

  private list(depth: number): string {
    const known = this.named('list');
    if (depth === 0 || this.draws.once(3)) return known ?? `[${this.leaf()}, ${this.leaf()}]`;
    const element = this.fresh('e');
    const scope: readonly Wire[] = [{ name: element, type: 'int' }];
    const source = known ?? `[${this.leaf()}, ${this.leaf()}]`;
    if (this.draws.once(2)) return `(map ${element} in ${source} { ${this.within(scope, () => this.integer(depth - 1))} })`;
    return `(filter ${element} in ${source} { ${this.within(scope, () => this.truth(depth - 1))} })`;
  }
}
