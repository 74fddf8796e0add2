/**
 * Generates small circuits over all forms of the language of version 1, by number. The generated text never changes: the hashes
 * of these sources are recorded (`conformance/hashes.txt`).
 */
export function drawnSource(number: number): string {
  return new Drawer(number).source();
}

type TypeName = 'integer' | 'boolean' | 'text' | 'list' | 'record' | 'option' | 'tag';

/** For each type the domain of its ports, and its form in a stated wire. */
const DOMAINS: Readonly<Record<TypeName, readonly string[]>> = {
  integer: ['0..9', '-5..100', 'u8', 'i64', '0..1_000'],
  boolean: ['bool'],
  text: ['text[..9]', 'text[1..20]'],
  list: ['[0..9; ..5]', '[0..99; 3]'],
  record: ['(x: 0..9, y: 0..9)', '(y: 0..9, x: 0..9)'],
  option: ['(0..9)?'],
  tag: ['enum { red, blue, grey }', 'Colour'],
};
const TYPES: readonly TypeName[] = ['integer', 'boolean', 'text', 'list', 'record', 'option', 'tag'];

/** Templates for values of a type; `$` and a letter stands for a value of the type with that initial, `$n` for a fresh name. */
const FORMS: Readonly<Record<TypeName, readonly string[]>> = {
  integer: [
    '$i + $i',
    '$i - $i * 2',
    '$i / 3 % 7',
    'MIN($i, $i)',
    'MULDIV($i, 3, 7)',
    'CLAMP($i, 0, 9)',
    '$i & 0xff | 3',
    '$o ?? $i',
    '$r.x',
    '$l[0]',
    'LENGTH($l)',
    'SUM($l)',
    'TEXT_LENGTH($t)',
    'if $b { $i } else { $i }',
    'if $b { $i } else if $b { -1 } else { $i }',
    'match $i { 0 => $i, 1..5 => 2, $n => $n }',
    'match $g { .red => $i, .blue, .grey => 7 }',
    'match $o { none => 0, some 3..4 => 1, some $n => $n + 1 }',
    'fold $n = $i for $m in $l { $n + $m }',
    'fold $n: 0..500 = 0 for $m in 0..5 { MIN($n + $m, 500) }',
    'count $n in $l { $n > 3 }',
    'half($i as 0..100)',
    'match ($g, $b) { (.red, true) => 1, (_, false) => $i, _ => 3 }',
  ],
  boolean: [
    '$i < $i',
    '$i == $i and $b',
    '$b or $b implies $b',
    'not $b',
    '$i in 3..9',
    '$i not in [1, 2]',
    '$t == "ab"',
    'STARTS_WITH($t, "a")',
    'any $n in $l { $n == $i }',
    'all $n in 0..4 { $n <= 4 }',
    '$g == .red',
    '$r == (x: 1, y: $i as 0..9)',
    '$o != none',
  ],
  text: ['$t ++ "é"', 'UPPER($t)', 'FORMAT_INT($i)', 'if $b { $t } else { "no" }', 'match $t { "a" => "b", _ => $t }', 'TRIM($t)'],
  list: ['[$i, $i]', '$l ++ [4]', 'map $n in $l { $n * 2 }', 'filter $n in $l { $n > 1 }', 'REVERSE($l)', 'SORT($l)', 'TAKE($l, 2)'],
  record: ['(x: $i, y: 2)', '(y: $i, x: $i)', 'if $b { $r } else { (x: 0, y: 0) }'],
  option: ['some $i', 'if $b { none } else { $o }', 'FIND($l, $i)'],
  tag: ['if $b { .red } else { $g }', 'match $i { 0 => .red, 1 => .blue, _ => $g }'],
};

const TYPE_OF: Readonly<Record<string, TypeName>> = {
  i: 'integer',
  b: 'boolean',
  t: 'text',
  l: 'list',
  r: 'record',
  o: 'option',
  g: 'tag',
};

class Drawer {
  private state: number;
  private readonly named: { readonly name: string; readonly type: TypeName }[] = [];
  private names = 0;

  constructor(number: number) {
    this.state = (number + 1) * 2_654_435_761;
  }

  source(): string {
    const inputs = TYPES.map((type) => ({ name: `${type}_in`, type, domain: this.pick(DOMAINS[type]) }));
    for (const { name, type } of inputs) this.named.push({ name, type });
    const lines: string[] = [];
    if (this.below(5) === 0) lines.push(`  require ${this.form('boolean', 1)}`);
    for (let wire = this.below(2); wire > 0; wire -= 1) lines.push(this.wire(wire));
    lines.push(`  out = ${this.form('integer', 2)}`);
    if (this.below(4) === 0) lines.push(`  ensure out > 0 or ${this.form('boolean', 1)} "promised"`);
    const text = lines.join('\n');
    const ports = inputs.flatMap(({ name, domain }) => (text.includes(name) ? [`  input ${name}: ${domain}\n`] : []));
    const colour = /Colour/.test(ports.join('') + text) ? 'domain Colour = enum { red, blue, grey }\n' : '';
    const half = text.includes('half(') ? 'component half(n: 0..100) -> 0..50 { n / 2 }\n' : '';
    return `${colour}${half}circuit drawn {\n${ports.join('')}  output out: i64\n${text}\n}\n`;
  }

  private wire(index: number): string {
    const type = this.pick(TYPES);
    const line = `  w${index}${type === 'tag' ? ': Colour' : ''} = ${this.form(type, 2)}`;
    this.named.push({ name: `w${index}`, type });
    return line;
  }

  private form(type: TypeName, depth: number): string {
    if (depth === 0) return this.pick(this.named.filter((each) => each.type === type)).name;
    const [n, m] = [`n${this.names}`, `m${this.names}`];
    this.names += 1;
    const filled = this.pick(FORMS[type]).replaceAll('$n', n).replaceAll('$m', m);
    return filled.replaceAll(/\$([a-z])/g, (_, letter: string) => this.operand(TYPE_OF[letter] ?? 'integer', depth - 1));
  }

  private operand(type: TypeName, depth: number): string {
    return this.below(2) === 0 ? this.form(type, 0) : `(${this.form(type, depth)})`;
  }

  private pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** A step of a linear congruential generator (Numerical Recipes), and its upper bits. */
  private below(count: number): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    return (this.state >>> 8) % count;
  }
}
