import type { PortDomain } from '@kirchhoff/kernel/graph/graph';
import type { SmtQuery } from '@kirchhoff/kernel/smt/query';
import { type ExactBounds, greatest, least, widthOf } from '@kirchhoff/kernel/smt-lib/bounds';
import type { Domain, TextDomain } from '@kirchhoff/kernel/types/domain';
import { type Int, normalize } from '@kirchhoff/kernel/types/integer';
import { lettersOf, samplesOfForm } from '@kirchhoff/kernel/values/text-samples';
import { NONE, OptionValue, RecordValue, type Value } from '@kirchhoff/kernel/values/value';
import { isInDomain } from '@kirchhoff/kernel/values/within';

/** Values of the integer, vector and Boolean constants by name. Vectors are unsigned integers. */
export type Model = ReadonlyMap<string, bigint | boolean>;

/**
 * Returns inputs from a model of a query: for each parameter a value of its domain, to be run by the evaluator. For texts, bytes
 * and lists the model gives little more than the length.
 */
export function inputsOf(query: SmtQuery, parameters: readonly PortDomain[], model: Model): readonly Value[] {
  const reader = new Reader(query, model);
  return parameters.map(({ domain }, index) => reader.value(domain, `p${index}`));
}

/** Reads constants by the encoder's names: `p0`, its fields `p0.name`, and `p0?` and `p0!` of an option. */
class Reader {
  constructor(
    private readonly query: SmtQuery,
    private readonly model: Model,
  ) {}

  /** Returns a value of the domain: as in the model, completed with the values nearest to zero. */
  value(domain: Domain, path: string): Value {
    switch (domain.kind) {
      case 'integer':
        return normalize(this.integer(path, boundsOf(domain)));
      case 'boolean':
        return this.model.get(path) === true;
      case 'enumeration':
        return domain.tags[Number(this.integer(path, { lo: 0n, hi: BigInt(domain.tags.length - 1) }))] ?? '';
      case 'text':
        return this.text(domain, path);
      case 'bytes':
        return new Uint8Array(this.size(domain, path));
      case 'list': {
        const item = this.value(domain.element, `${path}[]`);
        return Array.from({ length: this.size(domain, path) }, () => item);
      }
      case 'record':
        return new RecordValue(new Map(domain.fields.map((field) => [field.name, this.value(field.domain, `${path}.${field.name}`)])));
      case 'option':
        return this.model.get(`${path}?`) === true ? new OptionValue(this.value(domain.value, `${path}!`)) : NONE;
    }
  }

  /** Reads a vector of the width of the bounds, in two's complement. */
  private integer(path: string, bounds: ExactBounds): bigint {
    const value = this.model.get(path);
    if (typeof value !== 'bigint') return clamp(0n, bounds);
    return clamp(this.query.encoding === 'vectors' ? BigInt.asIntN(widthOf(bounds), value) : value, bounds);
  }

  private text(domain: TextDomain, path: string): string {
    for (const [name, text] of this.query.literals) {
      if (this.model.get(`${path}.${name}`) === true && isInDomain(domain, text)) return text;
    }
    const size = this.size(domain, path);
    if (domain.form !== null)
      return samplesOfForm({ ...domain, lo: size, hi: size }, domain.form)[0] ?? samplesOfForm(domain, domain.form)[0] ?? '';
    return (lettersOf(domain.characters, ['a'])[0] ?? '').repeat(size);
  }

  private size(domain: { readonly lo: number; readonly hi: number }, path: string): number {
    const size = this.model.get(`${path}.size`);
    return Number(clamp(typeof size === 'bigint' ? size : 0n, boundsOf(domain)));
  }
}

function boundsOf({ lo, hi }: { readonly lo: Int; readonly hi: Int }): ExactBounds {
  return { lo: BigInt(lo), hi: BigInt(hi) };
}

function clamp(value: bigint, { lo, hi }: ExactBounds): bigint {
  return greatest(lo, least(value, hi));
}
