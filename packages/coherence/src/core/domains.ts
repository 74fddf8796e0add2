import type { Span } from '../diagnostics/diagnostic.js';
import type { Domain } from '../domain.js';
import { fitsInt64, type Int } from '../integer.js';
import { TEXT_LENGTH } from '../limits.js';
import type { DomainItem, DomainSyntax, LengthSyntax, Name } from '../syntax/ast.js';
import type { Reports } from './report.js';
import { reportUnsupported } from './unsupported.js';

const BUILT_IN: ReadonlyMap<string, Domain> = new Map<string, Domain>([
  ['bool', { kind: 'boolean' }],
  ['u8', { kind: 'integer', lo: 0, hi: 255 }],
  ['u16', { kind: 'integer', lo: 0, hi: 65_535 }],
  ['u32', { kind: 'integer', lo: 0, hi: 4_294_967_295 }],
  ['i8', { kind: 'integer', lo: -128, hi: 127 }],
  ['i16', { kind: 'integer', lo: -32_768, hi: 32_767 }],
  ['i32', { kind: 'integer', lo: -2_147_483_648, hi: 2_147_483_647 }],
  ['i64', { kind: 'integer', lo: -(2n ** 63n), hi: 2n ** 63n - 1n }],
]);

/** The named domains of a source. Null stands for a domain that was wrong, which has been said. */
export class DomainTable {
  private readonly items = new Map<string, DomainItem>();
  private readonly resolved = new Map<string, Domain | null>();
  /** One object for each list of tags, so that comparing kinds is comparing references. */
  private readonly enumerations = new Map<string, Domain>();

  constructor(
    items: readonly DomainItem[],
    private readonly reports: Reports,
  ) {
    for (const item of items) this.declare(item);
    for (const item of items) this.resolveName(item.name);
  }

  /** The domain that a piece of syntax stands for. */
  resolve(syntax: DomainSyntax): Domain | null {
    switch (syntax.domain) {
      case 'name':
        return this.resolveName(syntax.name);
      case 'range':
        return this.range(syntax.lo, syntax.hi, syntax.span);
      case 'enumeration':
        return this.enumeration(syntax.tags, syntax.span);
      case 'text':
        return this.text(syntax.length);
      case 'bytes':
        return this.unsupported(syntax.span, 'bytes');
      case 'list':
        return this.unsupported(syntax.span, 'lists');
      case 'record':
        return this.unsupported(syntax.span, 'records');
      case 'option':
        return this.unsupported(syntax.span, 'options');
    }
  }

  private declare(item: DomainItem): void {
    const earlier = this.items.get(item.name.text);
    if (earlier === undefined) {
      this.items.set(item.name.text, item);
    } else {
      const message = `the domain '${item.name.text}' is already declared at line ${earlier.span.line}`;
      this.reports.error('duplicate-name', item.name.span, message, 'give one of them another name');
    }
  }

  /** Follows names of names by a loop, since a source may hold a chain of thousands. */
  private resolveName(name: Name): Domain | null {
    const path: Name[] = [];
    const visited = new Set<string>();
    let at = name;
    for (;;) {
      const known = BUILT_IN.get(at.text) ?? this.resolved.get(at.text);
      if (known !== undefined) return this.settle(path, known);
      if (visited.has(at.text)) return this.cycle(path, at);
      const item = this.items.get(at.text);
      if (item === undefined) return this.unknown(path, at);
      visited.add(at.text);
      path.push(at);
      if (item.domain.domain !== 'name') return this.settle(path, this.resolve(item.domain));
      at = item.domain.name;
    }
  }

  private settle(path: readonly Name[], domain: Domain | null): Domain | null {
    for (const name of path) this.resolved.set(name.text, domain);
    return domain;
  }

  private cycle(path: readonly Name[], at: Name): null {
    const names = path.slice(path.findIndex((name) => name.text === at.text)).map((name) => name.text);
    const shown = names.length > 5 ? [...names.slice(0, 4), '…'] : names;
    this.reports.error('recursive-domain', at.span, `the domain '${at.text}' is defined by itself: ${[...shown, at.text].join(' → ')}`);
    this.settle(path, null);
    return null;
  }

  private unknown(path: readonly Name[], at: Name): null {
    const hint = this.reports.nearName(at.text, [...this.items.keys(), ...BUILT_IN.keys()]);
    this.reports.error('unknown-domain', at.span, `there is no domain '${at.text}'`, hint);
    this.settle(path, null);
    return null;
  }

  private range(lo: Int, hi: Int, span: Span): Domain | null {
    if (!fitsInt64(lo) || !fitsInt64(hi)) {
      this.reports.error('number-out-of-range', span, `the bounds of a range have to lie within the signed 64-bit range`);
      return null;
    }
    if (lo > hi) {
      this.reports.error('empty-domain', span, `the range ${lo}..${hi} holds no value: its lower bound has to be at most its upper bound`);
      return null;
    }
    return { kind: 'integer', lo, hi };
  }

  private enumeration(tags: readonly Name[], span: Span): Domain | null {
    if (tags.length === 0) {
      this.reports.error('empty-domain', span, 'an enum has at least one tag');
      return null;
    }
    const names = new Set<string>();
    for (const tag of tags) {
      if (names.has(tag.text)) this.reports.error('duplicate-name', tag.span, `the tag '${tag.text}' stands twice in one enum`);
      names.add(tag.text);
    }
    const key = [...names].join(',');
    const domain: Domain = this.enumerations.get(key) ?? { kind: 'enumeration', tags: [...names] };
    this.enumerations.set(key, domain);
    return domain;
  }

  private text(length: LengthSyntax): Domain | null {
    const { lo, hi } = length;
    if (typeof lo !== 'number' || typeof hi !== 'number' || lo < 0 || hi > TEXT_LENGTH) {
      this.reports.error('domain-too-large', length.span, `a text has 0 to ${TEXT_LENGTH} code points`);
      return null;
    }
    if (lo > hi) {
      this.reports.error(
        'empty-domain',
        length.span,
        `the length ${lo}..${hi} holds no value: its lower bound has to be at most its upper bound`,
      );
      return null;
    }
    return { kind: 'text', lo, hi };
  }

  private unsupported(span: Span, what: 'bytes' | 'lists' | 'records' | 'options'): null {
    reportUnsupported(this.reports, span, what);
    return null;
  }
}
