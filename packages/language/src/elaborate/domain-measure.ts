import type { Domain } from '@kirchhoff/kernel/types/domain';

/** The size of a domain; shared parts are counted at each occurrence. */
export interface DomainMeasure {
  /** Nesting depth of lists, records and options. */
  readonly height: number;
  /** Number of domains within it, itself included, plus its tags. */
  readonly parts: number;
  /** The maximal bytes of a value: 8 an integer, 1 a boolean, tag or option, 4 a code point. */
  readonly bytes: number;
}

const INTEGER_BYTES = 8;
const CODE_POINT_BYTES = 4;

const measured = new WeakMap<Domain, DomainMeasure>();

/** Caches the measure of each part. */
export function measureDomain(domain: Domain): DomainMeasure {
  const known = measured.get(domain) ?? measure(domain);
  measured.set(domain, known);
  return known;
}

function measure(domain: Domain): DomainMeasure {
  switch (domain.kind) {
    case 'integer':
      return { height: 0, parts: 1, bytes: INTEGER_BYTES };
    case 'boolean':
      return { height: 0, parts: 1, bytes: 1 };
    case 'enumeration':
      return { height: 0, parts: domain.tags.length, bytes: 1 };
    case 'text':
      return { height: 0, parts: 1, bytes: CODE_POINT_BYTES * domain.hi };
    case 'bytes':
      return { height: 0, parts: 1, bytes: domain.hi };
    case 'list': {
      const { height, parts, bytes } = measureDomain(domain.element);
      return { height: height + 1, parts: parts + 1, bytes: domain.hi * bytes };
    }
    case 'option': {
      const { height, parts, bytes } = measureDomain(domain.value);
      return { height: height + 1, parts: parts + 1, bytes: bytes + 1 };
    }
    case 'record': {
      const fields = domain.fields.map((field) => measureDomain(field.domain));
      return {
        height: 1 + fields.reduce((most, field) => Math.max(most, field.height), 0),
        parts: 1 + fields.reduce((total, field) => total + field.parts, 0),
        bytes: fields.reduce((total, field) => total + field.bytes, 0),
      };
    }
  }
}
