import { type Domain, decodeValue, encodeValue, type Graph, type TextForm, type Value } from '@kirchhoff/coherence';

/** Returns the integers, texts and bytes that a graph compares with, and its other literals. */
export function literalsOf(graph: Graph): readonly Value[] {
  const found = new Set<Value>();
  for (const node of graph.nodes) {
    const values = node.op === 'literal' ? [node.value] : node.op === 'apply' ? node.literals : [];
    for (const value of values) if (value !== null && found.size < MAX_LITERALS) found.add(value);
  }
  return [...found];
}

const MAX_LITERALS = 200;
const MAX_SAMPLES = 24;
const MAX_TEXT = 64;
const MAX_LIST = 8;

const OF_FORMS: Readonly<Record<TextForm, string>> = { hostname: 'a.example', ipv4: '192.0.2.1', ipv6: '2001:db8::1', path: '/a' };

/**
 * Returns values of a domain in the JSON form: its edges, and those near the literals that a program compares with. At least one,
 * at most {@link MAX_SAMPLES}.
 */
export function samplesOf(domain: Domain, literals: readonly Value[]): readonly unknown[] {
  const found = new Map<string, unknown>();
  for (const json of candidatesOf(domain, literals)) {
    if (found.size === MAX_SAMPLES) break;
    if (decodeValue(domain, json).ok) found.set(JSON.stringify(json), json);
  }
  return [...found.values()];
}

function candidatesOf(domain: Domain, literals: readonly Value[]): readonly unknown[] {
  switch (domain.kind) {
    case 'integer': {
      const near = literals.flatMap((value) => (typeof value === 'number' || typeof value === 'bigint' ? around(BigInt(value)) : []));
      const [lo, hi] = [BigInt(domain.lo), BigInt(domain.hi)];
      const admitted = [lo, hi, ...near, lo + 1n, hi - 1n].filter((value) => lo <= value && value <= hi);
      return admitted.map((value) => encodeValue(domain, Number.isSafeInteger(Number(value)) ? Number(value) : value));
    }
    case 'boolean':
      return [true, false];
    case 'enumeration':
      return domain.tags;
    case 'text': {
      const first = domain.form === null ? filled(domain.lo, Number(domain.characters[0])) : OF_FORMS[domain.form];
      const texts = literals.flatMap((value) => (typeof value === 'string' ? [value, `a${value}`, `${value}a`] : []));
      const longest = domain.form === null ? filled(Math.min(domain.hi, MAX_TEXT), Number(domain.characters.at(-1))) : first;
      return [first, longest, ...texts];
    }
    case 'bytes': {
      const bytes = [domain.lo, Math.min(domain.hi, MAX_TEXT), Math.min(domain.hi, domain.lo + 1)].map((length) => new Uint8Array(length));
      const own = literals.filter((value) => value instanceof Uint8Array);
      return [...bytes, ...own].map((value) => encodeValue({ kind: 'bytes', lo: 0, hi: value.length }, value));
    }
    case 'list': {
      const elements = samplesOf(domain.element, literals);
      const lists = elements.map((element) => Array.from({ length: Math.min(Math.max(domain.lo, 1), domain.hi) }, () => element));
      const longest = Array.from(
        { length: Math.min(domain.hi, Math.max(domain.lo, MAX_LIST)) },
        (_, index) => elements[index % elements.length],
      );
      return [...(domain.lo === 0 ? [[]] : lists.slice(0, 1)), longest, ...lists];
    }
    case 'record': {
      const fields = domain.fields.map(({ name, domain: field }) => ({ name, values: samplesOf(field, literals) }));
      const longest = Math.max(0, ...fields.map(({ values }) => values.length));
      return Array.from({ length: longest }, (_, index) =>
        Object.fromEntries(fields.map(({ name, values }, place) => [name, values[(index + place * index) % Math.max(1, values.length)]])),
      );
    }
    case 'option': {
      const contents = samplesOf(domain.value, literals);
      return [null, ...(domain.value.kind === 'option' ? contents.map((some) => ({ some })) : contents)];
    }
  }
}

function around(value: bigint): readonly bigint[] {
  return [value, value - 1n, value + 1n];
}

function filled(length: number, codePoint: number): string {
  // The first of all characters is a control character, which is hard to read.
  return String.fromCodePoint(codePoint === 0 ? 0x61 : codePoint).repeat(length);
}

/** Returns values in the JSON form that lie outside the domain: of another type, and beyond its edges. */
export function refusedSamplesOf(domain: Domain): readonly unknown[] {
  const beyond = domain.kind === 'integer' ? around(BigInt(domain.hi)).slice(2).map(Number) : [];
  const long = domain.kind === 'text' && domain.hi < MAX_TEXT ? ['a'.repeat(domain.hi + 1)] : [];
  return [null, {}, 'no', 0, ...beyond, ...long].filter((json) => !decodeValue(domain, json).ok).slice(0, 2);
}
