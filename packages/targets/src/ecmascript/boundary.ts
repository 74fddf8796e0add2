import { ALL_CHARACTERS, type Domain, type PortDomain, type TextDomain } from '@kirchhoff/coherence';
import { patternOf, tagsOf, testOf } from './domains.js';
import { call, held, integer, type JsExpression, string } from './expression.js';
import { typed, typedIfWide } from './marks.js';
import { representationOfDomain } from './representation.js';
import type { Runtime } from './runtime/runtime.js';
import { holdsTags } from './types.js';

/**
 * Returns the expression that reads a port. Plain values are read without a function of their domain, which costs a call. The port is
 * read here by its name, since engines are slow where one place reads several names.
 */
export function portReading({ name, domain }: PortDomain, runtime: Runtime): string {
  const port = `${string(name).text}, inputs.${name}`;
  switch (domain.kind) {
    case 'integer': {
      if (representationOfDomain(domain) === 'bigint') break;
      const [lo, hi] = [domain.lo, domain.hi].map((bound) => integer(bound, 'number').text);
      return `${runtime.use('integerPort')}(inputs, ${port}, ${lo}, ${hi})`;
    }
    case 'boolean':
      return `${runtime.use('booleanPort')}(inputs, ${port})`;
    case 'enumeration':
      return `${runtime.use('tagPort')}(inputs, ${port}, ${tagsOf(domain, runtime)})`;
    default:
  }
  return `${runtime.use('readPort')}(inputs, ${port}, ${readerOf(domain, runtime, true)})`;
}

/**
 * Returns the name of the function that checks an external value against a domain. The function accepts the JSON form of values,
 * a bigint for a wide integer, and a Uint8Array for bytes. `isPort`: true for the value of a port, so that wide integers become
 * bigints; false for a value inside another.
 */
function readerOf(domain: Domain, runtime: Runtime, isPort: boolean): string {
  const isWide = representationOfDomain(domain) === 'bigint';
  switch (domain.kind) {
    case 'integer': {
      const piece = !isWide ? 'plainInteger' : isPort ? 'wideInteger' : 'innerInteger';
      const prefix = !isWide ? 'readInteger' : isPort ? 'readWideInteger' : 'readInnerInteger';
      const [lo, hi] = [domain.lo, domain.hi].map((bound) => integer(bound, isWide ? 'bigint' : 'number').text);
      return reader(prefix, () => `${runtime.use(piece)}(${lo}, ${hi})`);
    }
    case 'boolean':
      return runtime.use('trueOrFalse');
    case 'enumeration':
      return reader('readTag', () => `${runtime.use('oneOf')}(${tagsOf(domain, runtime)})`);
    case 'text':
      return reader('readText', () => readerOfText(domain, runtime));
    case 'bytes':
      return reader('readBytes', () => `${runtime.use('bytesOf')}(${domain.lo}, ${domain.hi})`);
    case 'list':
      return reader('readList', () => `${runtime.use('listOf')}(${domain.lo}, ${domain.hi}, ${readerOf(domain.element, runtime, false)})`);
    case 'record':
      return reader('readRecord', () => {
        const fields = domain.fields.map((field) => `  ${field.name}: ${readerOf(field.domain, runtime, false)},\n`);
        return `${runtime.use('recordOf')}({\n${fields.join('')}})`;
      });
    case 'option': {
      const piece = domain.value.kind === 'option' ? 'nestedOptionOf' : 'optionOf';
      return reader('readOption', () => `${runtime.use(piece)}(${readerOf(domain.value, runtime, false)})`);
    }
  }
  function reader(prefix: string, write: () => string): string {
    return runtime.declare(domain, prefix, (name) => {
      const type = isWide && isPort ? 'bigint' : runtime.types.innerOfDomain(domain);
      return `const ${name}${typed(`: Reader<${type}>`)} = ${write()};`;
    });
  }
}

function readerOfText({ lo, hi, characters, form }: TextDomain, runtime: Runtime): string {
  if (form !== null) return `${runtime.use('textOfForm')}(${testOf(form, runtime)}, '${form}')`;
  if (characters === ALL_CHARACTERS) return `${runtime.use('textOf')}(${lo}, ${hi})`;
  return `${runtime.use('textOfCharacters')}(${lo}, ${hi}, ${patternOf(characters)})`;
}

/**
 * Returns the JSON form of a value: wide integers as decimal strings, bytes in base64. Compound values are frozen, since outputs
 * may share parts.
 */
export function jsonForm(domain: Domain, value: JsExpression, runtime: Runtime): JsExpression {
  const writer = writerOf(domain, runtime);
  const written = writer === null ? held(value, representationOfDomain(domain)) : call(writer, [value], 'other');
  return holdsParts(domain) ? call(runtime.use('withPartsFrozen'), [written], 'other') : written;
}

/** Returns the function that converts a value of the domain to its JSON form; null if the value is its own JSON form. */
function writerOf(domain: Domain, runtime: Runtime): string | null {
  if (isItsJsonForm(domain)) return null;
  switch (domain.kind) {
    case 'integer':
      return 'String';
    case 'bytes':
      return runtime.use('toBase64');
    case 'list':
      return writer('writeList', 'list', () => `list.map((item) => ${part(domain.element, 'item')})`);
    case 'record':
      return writer('writeRecord', 'record', () => {
        const fields = domain.fields.map((field) => `    ${field.name}: ${part(field.domain, `record.${field.name}`)},\n`);
        return `{\n${fields.join('')}  }`;
      });
    case 'option': {
      const isNested = domain.value.kind === 'option';
      const content = () => (isNested ? `{ some: ${part(domain.value, 'option.some')} }` : part(domain.value, 'option'));
      return writer('writeOption', 'option', () => `option === null ? null : ${content()}`);
    }
    case 'boolean':
    case 'enumeration':
    case 'text':
      return null;
  }
  function writer(prefix: string, parameter: string, write: () => string): string {
    return runtime.declare(domain, prefix, (name) => {
      const { types } = runtime;
      const gives = types.ofDomain(domain, 'output', 'record');
      const parameters = `${parameter}${typed(`: ${types.innerOfDomain(domain)}`)}`;
      const value = write();
      return `function ${name}(${parameters})${typed(`: ${gives}`)} {\n  return ${outputAs(value, gives, holdsTags(domain))};\n}`;
    });
  }
  function part(inner: Domain, value: string): string {
    const name = writerOf(inner, runtime);
    return name === null ? value : `${name}(${value})`;
  }
}

/** Returns an output with its external type. Inside the module tags are plain texts, and other integers may be wide. */
export function outputAs(value: string, type: string, hasTags: boolean): string {
  const mark = hasTags ? typed : typedIfWide;
  const isConditional = value.includes(' ? ');
  return isConditional ? `${mark('(')}${value}${mark(`) as ${type}`)}` : `${value}${mark(` as ${type}`)}`;
}

/** Returns true for a domain whose values are objects in the JSON form: several outputs can share them. */
function holdsParts(domain: Domain): boolean {
  if (domain.kind === 'option') return domain.value.kind === 'option' || holdsParts(domain.value);
  return domain.kind === 'list' || domain.kind === 'record';
}

const itsJsonForm = new WeakMap<Domain, boolean>();

/** Returns true if the values of the domain are their own JSON form. */
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
