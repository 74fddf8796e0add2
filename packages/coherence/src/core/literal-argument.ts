import type { Monomer, OverloadParameter } from '../catalog/monomer.js';
import type { Domain } from '../domain.js';
import type { Expression } from '../syntax/ast.js';
import { codePointLength } from '../values/text.js';
import type { Value } from '../values/value.js';
import type { Reports } from './report.js';

type LiteralParameter = OverloadParameter & { readonly literal: Domain };

/** The literal that the catalog asks for at this place; null where there is none or a wrong one, which has been said. */
export function literalArgument(monomer: Monomer, parameter: LiteralParameter, argument: Expression, reports: Reports): Value | null {
  const value = literalOf(argument);
  const place = `the argument '${parameter.name}' of ${monomer.name}`;
  if (value === null) {
    reports.error('literal-expected', argument.span, `${place} has to be a literal`, 'write the value itself, not a wire that has it');
    return null;
  }
  if (!lies(value, argument, parameter.literal)) {
    reports.error('bad-literal', argument.span, `${place} has to be ${describeDomain(parameter.literal)}`);
    return null;
  }
  if (monomer.name === 'MATCHES_GLOB' && typeof value === 'string' && endsInOpenQuote(value)) {
    reports.error(
      'bad-literal',
      argument.span,
      `${place} ends in a \\ that quotes nothing`,
      'a \\ that stands for itself is written \\\\ in the pattern',
    );
    return null;
  }
  return value;
}

function literalOf(argument: Expression): Value | null {
  switch (argument.form) {
    case 'integer':
    case 'boolean':
    case 'text':
    case 'bytes':
      return argument.value;
    default:
      return null;
  }
}

/** `argument` is a literal and `value` its value. */
function lies(value: Value, argument: Expression, domain: Domain): boolean {
  switch (domain.kind) {
    case 'integer':
      return (typeof value === 'number' || typeof value === 'bigint') && value >= domain.lo && value <= domain.hi;
    case 'boolean':
      return typeof value === 'boolean';
    case 'text': {
      if (typeof value !== 'string') return false;
      const length = codePointLength(value);
      return length >= domain.lo && length <= domain.hi;
    }
    case 'bytes':
      return value instanceof Uint8Array && value.length >= domain.lo && value.length <= domain.hi;
    case 'enumeration':
    case 'list':
    case 'record':
    case 'option':
      throw new Error(`the catalog asks for a literal of kind ${domain.kind}: ${argument.form}`);
  }
}

function describeDomain(domain: Domain): string {
  switch (domain.kind) {
    case 'integer':
      return `an integer within ${domain.lo}..${domain.hi}`;
    case 'text':
      return `a text of ${domain.lo} to ${domain.hi} code points`;
    case 'bytes':
      return `${domain.lo} to ${domain.hi} bytes`;
    case 'boolean':
    case 'enumeration':
    case 'list':
    case 'record':
    case 'option':
      return `a literal ${domain.kind}`;
  }
}

/** True where the text ends in an odd number of backslashes. */
function endsInOpenQuote(pattern: string): boolean {
  const trailing = /\\*$/.exec(pattern)?.[0].length ?? 0;
  return trailing % 2 === 1;
}
