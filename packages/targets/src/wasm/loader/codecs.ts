import { type Domain, typeOf } from '@kirchhoff/coherence';
import { Declarations } from '../../writing/declarations.js';
import type { Room } from '../../writing/room.js';
import { hasOwnTest } from '../domains.js';
import { isAddress } from '../layout.js';
import { string, withList, withMembers } from './layout.js';
import { LOADER_PIECE_NAMES, LOADER_PIECES, type LoaderPieceName } from './pieces.js';

const ERRORS: readonly LoaderPieceName[] = ['DomainError', 'Fault', 'GuardError'];

/** The codecs of domains, each declared once, and the pieces that they use. */
export class Codecs {
  private readonly declarations: Declarations;
  private readonly used = new Set<LoaderPieceName>();

  constructor(
    room: Room,
    private readonly textTests: ReadonlyMap<Domain, string>,
  ) {
    this.declarations = new Declarations(room);
  }

  use(piece: LoaderPieceName): void {
    if (this.used.has(piece)) return;
    this.used.add(piece);
    for (const other of LOADER_PIECES[piece].uses ?? []) this.use(other);
  }

  /** Returns the texts of the errors, which callers see, or of the other pieces. */
  pieces(kind: 'errors' | 'helpers'): readonly string[] {
    return LOADER_PIECE_NAMES.filter((name) => this.used.has(name) && ERRORS.includes(name) === (kind === 'errors')).map((name) =>
      LOADER_PIECES[name].code.trim(),
    );
  }

  declared(): readonly string[] {
    return this.declarations.all();
  }

  /** Returns an expression of the codec of a domain. The recursion follows the domain. */
  codecOf(domain: Domain): string {
    switch (domain.kind) {
      case 'integer': {
        const isSafe = Number.isSafeInteger(domain.lo) && Number.isSafeInteger(domain.hi);
        const [lo, hi] = [domain.lo, domain.hi].map((end) => (isSafe ? String(end) : `${end}n`));
        return this.named(domain, 'integer', () => `${this.called(isSafe ? 'integer' : 'wideInteger')}(${lo}, ${hi})`);
      }
      case 'boolean':
        return this.called('boolean');
      case 'enumeration':
        this.use('enumeration');
        return this.declarations.declare(domain, 'tagsOf', (name) => {
          return withList(`const ${name} = enumeration(`, domain.tags.map(string), ');');
        });
      case 'text':
        return this.named(domain, 'text', () => {
          const { lo, hi, form } = domain;
          const test = this.textTests.get(domain);
          const isTested = hasOwnTest(domain) && test !== undefined;
          const tested = isTested ? `, instance.exports['${test.slice(1)}'], '${form ?? 'text of these characters'}'` : '';
          return `${this.called('text')}(${lo}, ${hi}${tested})`;
        });
      case 'bytes':
        return this.named(domain, 'bytes', () => `${this.called('bytes')}(${domain.lo}, ${domain.hi})`);
      case 'list':
        return this.named(domain, 'list', () => {
          return `${this.called('list')}(${domain.lo}, ${domain.hi}, ${this.codecOf(domain.element)})`;
        });
      case 'record':
        return this.named(domain, 'record', () => {
          const fields = domain.fields.map((field) => `${field.name}: ${this.codecOf(field.domain)}`);
          return withMembers(`${this.called('record')}(`, fields, ')');
        });
      case 'option': {
        const { value } = domain;
        return this.named(domain, 'option', () => {
          if (value.kind === 'option') return `${this.called('nestedOption')}(${this.codecOf(value)})`;
          return `${this.called('option')}(${this.codecOf(value)}, ${!isAddress(typeOf(value))})`;
        });
      }
    }
  }

  private called(piece: LoaderPieceName): LoaderPieceName {
    this.use(piece);
    return piece;
  }

  private named(domain: Domain, prefix: string, write: () => string): string {
    return this.declarations.declare(domain, `${prefix}Of`, (name) => `const ${name} = ${write()};`);
  }
}
