import type { Domain } from '@kirchhoff/coherence';
import { type Expression, held, integer, primary, string } from './expression.js';
import { representationOfDomain } from './representation.js';
import type { Runtime } from './runtime/runtime.js';

/**
 * The function that checks a value from outside against a domain, as an expression. What it takes is the JSON form
 * of values, and besides a bigint for a wide integer and a Uint8Array for bytes. `isPort`: whether the value is
 * held by itself, so that wide integers become bigints, or inside another.
 */
export function readerOf(domain: Domain, runtime: Runtime, isPort: boolean): string {
  switch (domain.kind) {
    case 'integer': {
      const form = representationOfDomain(domain) === 'bigint' ? 'bigint' : 'number';
      const piece = form === 'number' ? 'plainInteger' : isPort ? 'wideInteger' : 'innerInteger';
      return `${runtime.use(piece)}(${integer(domain.lo, form).text}, ${integer(domain.hi, form).text})`;
    }
    case 'boolean':
      return runtime.use('trueOrFalse');
    case 'enumeration':
      return `${runtime.use('oneOf')}(${domain.tags.map((tag) => string(tag).text).join(', ')})`;
    case 'text':
      return `${runtime.use('textOf')}(${domain.lo}, ${domain.hi})`;
    case 'bytes':
      return `${runtime.use('bytesOf')}(${domain.lo}, ${domain.hi})`;
    case 'list':
      return `${runtime.use('listOf')}(${domain.lo}, ${domain.hi}, ${readerOf(domain.element, runtime, false)})`;
    case 'record':
      // Domains share parts: each is written out once, or a short source could give a program without end.
      return runtime.declare(domain, 'readRecord', (name) => {
        const fields = domain.fields.map((field) => `  ${field.name}: ${readerOf(field.domain, runtime, false)},\n`);
        return `const ${name} = ${runtime.use('recordOf')}({\n${fields.join('')}});`;
      });
    case 'option': {
      const piece = domain.value.kind === 'option' ? 'nestedOptionOf' : 'optionOf';
      return `${runtime.use(piece)}(${readerOf(domain.value, runtime, false)})`;
    }
  }
}

/** The JSON form of a value that has a name or is part of one: wide integers as decimal strings, bytes in base64. */
export function jsonForm(domain: Domain, value: Expression, runtime: Runtime): Expression {
  if (isItsJsonForm(domain)) return held(value, representationOfDomain(domain));
  switch (domain.kind) {
    case 'integer':
      return primary(`String(${value.text})`, 'other');
    case 'bytes':
      return primary(`${runtime.use('toBase64')}(${value.text})`, 'other');
    case 'list':
      return primary(`${value.text}.map((item) => ${jsonForm(domain.element, primary('item', 'canonical'), runtime).text})`, 'other');
    case 'record': {
      const name = runtime.declare(domain, 'writeRecord', (own) => {
        const fields = domain.fields.map((field) => {
          return `    ${field.name}: ${jsonForm(field.domain, primary(`record.${field.name}`, 'canonical'), runtime).text},\n`;
        });
        return `function ${own}(record) {\n  return {\n${fields.join('')}  };\n}`;
      });
      return primary(`${name}(${value.text})`, 'other');
    }
    case 'option': {
      const isNested = domain.value.kind === 'option';
      const content = jsonForm(domain.value, primary(isNested ? `${value.text}.some` : value.text, 'canonical'), runtime).text;
      return primary(`(${value.text} === null ? null : ${isNested ? `{ some: ${content} }` : content})`, 'other');
    }
    case 'boolean':
    case 'enumeration':
    case 'text':
      return value;
  }
}

const itsJsonForm = new WeakMap<Domain, boolean>();

/** True where values of the domain are held just as JSON has them. */
function isItsJsonForm(domain: Domain): boolean {
  const known = itsJsonForm.get(domain);
  if (known !== undefined) return known;
  const found = findsItsJsonForm(domain);
  itsJsonForm.set(domain, found);
  return found;
}

function findsItsJsonForm(domain: Domain): boolean {
  switch (domain.kind) {
    case 'integer':
      return representationOfDomain(domain) === 'number';
    case 'bytes':
      return false;
    case 'list':
      return isItsJsonForm(domain.element);
    case 'record':
      return domain.fields.every((field) => isItsJsonForm(field.domain));
    case 'option':
      return isItsJsonForm(domain.value);
    case 'boolean':
    case 'enumeration':
    case 'text':
      return true;
  }
}
