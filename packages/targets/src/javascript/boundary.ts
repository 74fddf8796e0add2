import type { Domain } from '@kirchhoff/coherence';
import { integer, string } from './expression.js';
import { representationOfDomain } from './representation.js';
import type { Runtime } from './runtime/pieces.js';

/** The function that checks a value from outside against a domain, as an expression. */
export function readerOf(domain: Domain, runtime: Runtime): string {
  switch (domain.kind) {
    case 'integer': {
      const held = representationOfDomain(domain) === 'bigint' ? 'bigint' : 'number';
      const piece = held === 'bigint' ? 'wideInteger' : 'plainInteger';
      return `${runtime.use(piece)}(${integer(domain.lo, held).text}, ${integer(domain.hi, held).text})`;
    }
    case 'boolean':
      return runtime.use('trueOrFalse');
    case 'enumeration':
      return `${runtime.use('oneOf')}(${domain.tags.map((tag) => string(tag).text).join(', ')})`;
    case 'text':
      return `${runtime.use('textOf')}(${integer(domain.lo, 'number').text}, ${integer(domain.hi, 'number').text})`;
    case 'bytes':
    case 'list':
    case 'record':
    case 'option':
      throw new Error(`ports of the kind ${domain.kind} are not compiled to JavaScript`);
  }
}
