import { ALL_CHARACTERS, type Domain, INT64_MAX, INT64_MIN, typeOf } from '@kirchhoff/coherence';
import { widthOfPort } from '../plan/widths.js';
import { Room } from '../writing/room.js';
import { hasLength, holdsItsType, isInDomain, type Shared, type Tested, testedAt } from './domains.js';
import { atom, attempt, call, closure, field, method, not, type RsExpression, reference } from './expression.js';
import { signature } from './layout.js';
import { string } from './literal.js';
import { Writer } from './writer.js';

/**
 * Writes the check of a port. `error` makes the error of the circuit of a `DomainError`.
 */
export function checkPort(
  shared: Shared,
  writer: Writer,
  port: string,
  domain: Domain,
  place: RsExpression,
  error: (refusal: RsExpression) => RsExpression,
): void {
  const width = widthOfPort(domain);
  if (holdsItsType(shared.types, domain, width)) return;
  const name = string(port);
  if (isCompound(domain)) {
    const isCopied = shared.types.isCopied(typeOf(domain));
    writer.statement('', attempt(call(checkerOf(shared, domain), isCopied ? place : reference(place), name)), ';');
    return;
  }
  const { condition, expected } = refusalOf(shared, domain, testedAt(place, false, width));
  writer.openWith('if', not(condition));
  writer.statement('return', call('Err', error(call(shared.runtime.use('refused'), name, string(expected)))), ';');
  writer.close();
}

function isCompound({ kind }: Domain): boolean {
  return kind === 'list' || kind === 'record' || kind === 'option';
}

/** Returns the condition that a value lies in a domain without parts, and what is expected. */
function refusalOf(shared: Shared, domain: Domain, tested: Tested): { readonly condition: RsExpression; readonly expected: string } {
  const condition = isInDomain(shared, domain, tested);
  switch (domain.kind) {
    case 'integer':
      return { condition, expected: `expected an integer ${boundsOf(domain)}` };
    case 'text': {
      const { lo, hi, form } = domain;
      if (form !== null) return { condition, expected: `expected ${form} in its one spelling` };
      const expected = `expected a text of ${lo} to ${hi} code points`;
      return { condition, expected: domain.characters === ALL_CHARACTERS ? expected : `${expected} of its characters` };
    }
    case 'bytes':
      return { condition, expected: `expected ${domain.lo} to ${domain.hi} bytes` };
    default:
      throw new Error(`a ${domain.kind} is always in its domain, or has parts`);
  }
}

function boundsOf({ lo, hi }: Extract<Domain, { kind: 'integer' }>): string {
  return lo === INT64_MIN && hi === INT64_MAX ? 'of 64 bits' : `from ${lo} to ${hi}`;
}

/** Returns the name of the function that checks a value with parts. */
function checkerOf(shared: Shared, domain: Domain): string {
  const { runtime, types } = shared;
  return runtime.declare(domain, `check_${domain.kind}_`, (name) => {
    const writer = new Writer(new Room());
    const error = runtime.use('DomainError');
    const parameters = [`value: ${types.borrowedOf(typeOf(domain))}`, "port: &'static str"];
    writer.openLines(signature(`fn ${name}`, parameters, `Result<(), Box<${error}>>`));
    checkParts(shared, writer, domain);
    writer.line('Ok(())');
    writer.close();
    return writer.text();
  });
}

function checkParts(shared: Shared, writer: Writer, domain: Domain): void {
  const { types } = shared;
  const type = typeOf(domain);
  const value = atom('value');
  switch (domain.kind) {
    case 'list': {
      const { element, lo, hi } = domain;
      writer.openWith('if', not(hasLength(domain, testedAt(value, true, 64))));
      writer.statement('return', call('Err', refused(shared, `expected ${lo} to ${hi} elements`)), ';');
      writer.close();
      const width = types.widthInside(type);
      if (holdsItsType(types, element, width)) return;
      const isCopied = types.isCopied(typeOf(element));
      writer.open(`for (index, ${isCopied ? '&' : ''}element) in value.iter().enumerate() {`);
      const step = reference({ kind: 'call', callee: 'format!', brackets: '()', args: [atom('"[{}]"'), atom('index')] });
      checkPart(shared, writer, element, testedAt(atom('element'), !isCopied, width), step);
      writer.close();
      return;
    }
    case 'record': {
      const { fields } = types.recordOf(type);
      for (const each of domain.fields) {
        const own = fields.get(each.name) ?? each.name;
        const part = testedAt(field(value, own), false, types.widthInside(type, each.name));
        checkPart(shared, writer, each.domain, part, string(`.${each.name}`));
      }
      return;
    }
    case 'option': {
      const isNested = domain.value.kind === 'option';
      const isCopied = types.isCopied(type);
      const isContentCopied = types.isCopied(typeOf(domain.value));
      writer.open(`if let Some(content) = ${isContentCopied && !isCopied ? '*' : ''}value {`);
      const part = testedAt(atom('content'), !isContentCopied, types.widthInside(type));
      checkPart(shared, writer, domain.value, part, isNested ? string('.some') : null);
      writer.close();
      return;
    }
    default:
      throw new Error(`a ${domain.kind} has no parts`);
  }
}

function refused(shared: Shared, expected: string): RsExpression {
  return call(shared.runtime.use('refused'), atom('port'), string(expected));
}

/** Writes the check of a part. `step`: the step of the path that leads to it. */
function checkPart(shared: Shared, writer: Writer, domain: Domain, part: Tested, step: RsExpression | null): void {
  const { runtime, types } = shared;
  if (holdsItsType(types, domain, part.width)) return;
  if (isCompound(domain)) {
    const checked = call(checkerOf(shared, domain), types.isCopied(typeOf(domain)) ? part.receiver() : part.borrowed(), atom('port'));
    const located =
      step === null ? checked : method(checked, 'map_err', closure('error', call(runtime.use('within'), step, atom('error'))));
    writer.statement('', attempt(located), ';');
    return;
  }
  const { condition, expected } = refusalOf(shared, domain, part);
  writer.openWith('if', not(condition));
  const refusal = refused(shared, expected);
  writer.statement('return', call('Err', step === null ? refusal : call(runtime.use('within'), step, refusal)), ';');
  writer.close();
}
