import type { Core, Graph, Node } from '../graph/graph.js';
import type { Domain, TextDomain } from '../types/domain.js';
import { add, type Int, maximum, minimum, normalize, subtract } from '../types/integer.js';
import type { TextForm } from '../types/text-forms.js';
import { lettersOf, samplesOfForm } from '../values/text-samples.js';
import { NONE, OptionValue, RecordValue, type Value } from '../values/value.js';
import { isInDomain } from '../values/within.js';

/** Literals of a program: inputs near them reach paths that other inputs do not. */
interface Literals {
  readonly integers: readonly Int[];
  readonly texts: readonly string[];
}

const MAX_LITERALS = 64;
/** Limit for the elements of a tried text, list or bytes beyond its minimal length. */
const MAX_FURTHER = 8;

/**
 * Generates an endless sequence of inputs of a graph. First come the bounds of the domains and the program's literals, one
 * parameter at a time; then pseudo-random inputs. The sequence depends only on the program.
 *
 * @param seed Hexadecimal: the proof key.
 */
export function* tries(core: Core, graph: Graph, seed: string): Generator<readonly Value[]> {
  const maker = new Maker(literalsOf(core), Number.parseInt(seed.slice(0, 8), 16));
  const domains = graph.parameters.map(({ domain }) => domain);
  for (const isHigh of [false, true]) {
    const base = domains.map((domain) => maker.edge(domain, isHigh));
    yield base;
    for (const [index, domain] of domains.entries()) {
      if (domain.kind === 'integer') for (const value of maker.integers(domain.lo, domain.hi)) yield base.with(index, value);
      else yield base.with(index, maker.edge(domain, !isHigh));
    }
  }
  for (;;) yield domains.map((domain) => maker.any(domain));
}

function literalsOf(core: Core): Literals {
  const integers = new Set<Int>([0, 1, -1]);
  const texts = new Set<string>();
  const take = (value: unknown): void => {
    if ((typeof value === 'number' || typeof value === 'bigint') && integers.size < MAX_LITERALS) integers.add(value);
    if (typeof value === 'string' && texts.size < MAX_LITERALS) texts.add(value);
  };
  const nodes: readonly Node[] = [...core.graphs, ...core.components].flatMap((each) => each.nodes);
  for (const node of nodes) {
    if (node.op === 'literal') take(node.value);
    if (node.op !== 'match') continue;
    for (const { pattern } of node.arms) {
      if (pattern.pattern === 'range') [pattern.lo, pattern.hi].forEach(take);
      else if (pattern.pattern === 'value') take(pattern.value);
    }
  }
  return { integers: [...integers], texts: [...texts] };
}

/** Makes values of domains. */
class Maker {
  private state: number;

  constructor(
    private readonly literals: Literals,
    seed: number,
  ) {
    this.state = seed >>> 0 || 1;
  }

  /** Returns 32 pseudo-random bits: xorshift32 (Marsaglia, 2003). */
  private next(): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    this.state >>>= 0;
    return this.state;
  }

  private chance(of: number): boolean {
    return this.next() % of === 0;
  }

  /** Returns integers near the bounds of a domain and near literals. */
  integers(lo: Int, hi: Int): readonly Int[] {
    const near = [lo, hi, ...this.literals.integers].flatMap((value) => [subtract(value, 1), value, add(value, 1)]);
    return [...new Set(near)].filter((value) => lo <= value && value <= hi);
  }

  /** Returns the least or the greatest value of a domain, with few elements. */
  edge(domain: Domain, isHigh: boolean): Value {
    switch (domain.kind) {
      case 'integer':
        return isHigh ? domain.hi : domain.lo;
      case 'boolean':
        return isHigh;
      case 'enumeration':
        return domain.tags[isHigh ? domain.tags.length - 1 : 0] ?? '';
      case 'text':
        return this.textEdge(domain, isHigh);
      case 'bytes':
        return new Uint8Array(this.few(domain, isHigh)).fill(isHigh ? 255 : 0);
      case 'list': {
        const item = this.edge(domain.element, isHigh);
        return Array.from({ length: this.few(domain, isHigh) }, () => item);
      }
      case 'record':
        return new RecordValue(new Map(domain.fields.map((field) => [field.name, this.edge(field.domain, isHigh)])));
      case 'option':
        return isHigh ? new OptionValue(this.edge(domain.value, isHigh)) : NONE;
    }
  }

  private few({ lo, hi }: { readonly lo: number; readonly hi: number }, isHigh: boolean): number {
    return isHigh ? Math.min(hi, lo + MAX_FURTHER) : lo;
  }

  any(domain: Domain): Value {
    switch (domain.kind) {
      case 'integer':
        return this.anyInteger(domain.lo, domain.hi);
      case 'boolean':
        return this.chance(2);
      case 'enumeration':
        return domain.tags[this.next() % domain.tags.length] ?? '';
      case 'text':
        return this.anyText(domain);
      case 'bytes':
        return Uint8Array.from({ length: this.anyLength(domain) }, () => this.next() % 256);
      case 'list':
        return Array.from({ length: this.anyLength(domain) }, () => this.any(domain.element));
      case 'record':
        return new RecordValue(new Map(domain.fields.map((field) => [field.name, this.any(field.domain)])));
      case 'option':
        return this.chance(3) ? NONE : new OptionValue(this.any(domain.value));
    }
  }

  private anyLength({ lo, hi }: { readonly lo: number; readonly hi: number }): number {
    return lo + (this.next() % (Math.min(hi - lo, MAX_FURTHER) + 1));
  }

  /** Returns the shortest or the longest sample of a form; without a form, one repeated character. */
  private textEdge(domain: TextDomain, isHigh: boolean): string {
    if (domain.form !== null) return samplesOfForm(domain, domain.form).at(isHigh ? -1 : 0) ?? '';
    const letters = lettersOf(domain.characters, ['a']);
    return (letters[0] ?? '').repeat(this.few(domain, isHigh));
  }

  private anyText(domain: TextDomain): string {
    const { lo, hi, characters, form } = domain;
    const literal = this.literals.texts[this.next() % Math.max(1, this.literals.texts.length)];
    if (literal !== undefined && isInDomain(domain, literal) && this.chance(2)) return literal;
    if (form !== null) return this.anyOfForm(domain, form, literal ?? '');
    const letters = lettersOf(characters, ['a', 'b', 'Z', '0', '9', '.', ' ', 'é']);
    return Array.from({ length: this.anyLength({ lo, hi }) }, () => letters[this.next() % letters.length]).join('');
  }

  /** Returns a literal with a prefix or a suffix, if the result matches the form; otherwise a sample. */
  private anyOfForm(domain: TextDomain, form: TextForm, literal: string): string {
    const near = [`a${literal}`, `${literal}a`, `/a${literal}`, `a.${literal}`].filter((text) => isInDomain(domain, text));
    const texts = [...near, ...samplesOfForm(domain, form)];
    return texts[this.next() % texts.length] ?? '';
  }

  /** Returns an integer near a literal, or the least integer plus an offset of random width. */
  private anyInteger(lo: Int, hi: Int): Int {
    const { integers } = this.literals;
    const literal = integers[this.next() % integers.length] ?? 0;
    if (this.chance(3)) return maximum(lo, minimum(hi, add(literal, (this.next() % 5) - 2)));
    const width = BigInt(hi) - BigInt(lo) + 1n;
    const bits = BigInt(this.next() % (width.toString(2).length + 1));
    const offset = ((BigInt(this.next()) << 32n) | BigInt(this.next())) % 2n ** bits;
    return normalize(BigInt(lo) + (offset % width));
  }
}
