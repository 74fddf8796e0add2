import { ALL_CHARACTERS, type Domain, describeJson, FORM_NAMES, listTags, spellCharacters, type TextDomain } from '@kirchhoff/coherence';
import { patternOf, tagsOf, testOf } from '../domains.js';
import { integer, string } from '../expression.js';
import { typed } from '../marks.js';
import { representationOfDomain } from '../representation.js';
import type { Runtime } from '../runtime/runtime.js';

/**
 * Returns the name of the function that reads a value of a domain from its JSON form: it returns the value, or a `Refused`.
 * `isParam`: true for the value of a param, so that wide integers become bigints; false for a value inside another.
 */
export function paramReaderOf(domain: Domain, runtime: Runtime, isParam: boolean): string {
  switch (domain.kind) {
    case 'integer': {
      const form = representationOfDomain(domain) === 'bigint' ? 'bigint' : 'number';
      const piece = form === 'number' ? 'integerReader' : isParam ? 'wideIntegerReader' : 'innerIntegerReader';
      const prefix = form === 'number' ? 'readInteger' : isParam ? 'readWideInteger' : 'readInnerInteger';
      return reader(prefix, () => `${runtime.use(piece)}(${integer(domain.lo, form).text}, ${integer(domain.hi, form).text})`);
    }
    case 'boolean':
      return runtime.use('readBoolean');
    case 'enumeration':
      return reader('readTag', () => `${runtime.use('tagReader')}(${tagsOf(domain, runtime)}, ${string(listTags(domain.tags)).text})`);
    case 'text':
      return reader('readText', () => readerOfText(domain, runtime));
    case 'bytes':
      return reader('readBytes', () => `${runtime.use('bytesReader')}(${domain.lo}, ${domain.hi})`);
    case 'list':
      return reader(
        'readList',
        () => `${runtime.use('listReader')}(${domain.lo}, ${domain.hi}, ${paramReaderOf(domain.element, runtime, false)})`,
      );
    case 'record':
      return reader('readRecord', () => {
        const fields = domain.fields.map((field) => `  ['${field.name}', ${paramReaderOf(field.domain, runtime, false)}],\n`);
        return `${runtime.use('recordReader')}(new Map([\n${fields.join('')}]))`;
      });
    case 'option': {
      const piece = domain.value.kind === 'option' ? 'nestedOptionReader' : 'optionReader';
      return reader('readOption', () => `${runtime.use(piece)}(${paramReaderOf(domain.value, runtime, false)})`);
    }
  }
  function reader(prefix: string, write: () => string): string {
    return runtime.declare(domain, prefix, (name) => {
      const isWide = isParam && representationOfDomain(domain) === 'bigint';
      const type = isWide ? 'bigint' : runtime.types.innerOfDomain(domain);
      return `const ${name}${typed(`: ParamReader<${type}>`)} = ${write()};`;
    });
  }
}

function readerOfText({ lo, hi, characters, form }: TextDomain, runtime: Runtime): string {
  if (form !== null) return `${runtime.use('formTextReader')}(${testOf(form, runtime)}, ${string(FORM_NAMES[form]).text})`;
  if (characters === ALL_CHARACTERS) return `${runtime.use('textReader')}(${lo}, ${hi})`;
  const spelled = string(describeJson(spellCharacters(characters))).text;
  return `${runtime.use('characterTextReader')}(${lo}, ${hi}, ${patternOf(characters)}, ${spelled})`;
}
