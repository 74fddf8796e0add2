import type { Monomer } from '@kirchhoff/kernel/monomers/monomer';
import type { OverloadParameter } from '@kirchhoff/kernel/monomers/overloads';
import type { Domain } from '@kirchhoff/kernel/types/domain';
import { codePointLength } from '@kirchhoff/kernel/values/text';
import type { Value } from '@kirchhoff/kernel/values/value';
import type { Expression } from '../syntax/ast.js';
import type { GraphBuilder } from './builder.js';

type LiteralParameter = OverloadParameter & { readonly literal: Domain };

/** Returns the literal that the catalog requires at this place; null if it is missing or wrong, which has been reported. */
export function literalArgument(
  monomer: Monomer,
  parameter: LiteralParameter,
  written: Expression,
  { constants, reports }: GraphBuilder,
): Value | null {
  const argument = constants.resolve(written) ?? written;
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
  const problem = parameter.malformed?.(value);
  if (problem !== undefined) {
    reports.error('bad-literal', argument.span, `${place} ${problem}`);
    return null;
  }
  return value;
}

function literalOf(argument: Expression): Value | null {
  const isLiteral = argument.form === 'integer' || argument.form === 'boolean' || argument.form === 'text' || argument.form === 'bytes';
  return isLiteral ? argument.value : null;
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
      throw new Error(`the catalog asks for a literal of type ${domain.kind}: ${argument.form}`);
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
