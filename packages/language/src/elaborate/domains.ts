import { BYTES_LENGTH, DOMAIN_NESTING, DOMAIN_PARTS, LIST_LENGTH, TEXT_LENGTH, TYPE_PARTS, VALUE_BYTES } from '@kirchhoff/kernel/limits';
import { type Domain, formDomain, textDomain } from '@kirchhoff/kernel/types/domain';
import { fitsInt64 } from '@kirchhoff/kernel/types/integer';
import { TEXT_FORMS } from '@kirchhoff/kernel/types/text-forms';
import type { Span } from '../diagnostics/diagnostic.js';
import { lineFrom } from '../diagnostics/place.js';
import { type FieldOrder, fieldOrder } from '../program/field-order.js';
import type { Bound, CharactersSyntax, DomainItem, DomainSyntax, LengthSyntax, Name } from '../syntax/ast.js';
import { charactersMeant } from '../syntax/characters-meant.js';
import { hintForDomain } from '../syntax/foreign.js';
import { readCharacters } from './characters.js';
import type { Constants } from './constants.js';
import { measureDomain } from './domain-measure.js';
import type { Reports } from './report.js';

const BUILT_IN: ReadonlyMap<string, Domain> = new Map<string, Domain>([
  ['bool', { kind: 'boolean' }],
  ['u8', { kind: 'integer', lo: 0, hi: 255 }],
  ['u16', { kind: 'integer', lo: 0, hi: 65_535 }],
  ['u32', { kind: 'integer', lo: 0, hi: 4_294_967_295 }],
  ['i8', { kind: 'integer', lo: -128, hi: 127 }],
  ['i16', { kind: 'integer', lo: -32_768, hi: 32_767 }],
  ['i32', { kind: 'integer', lo: -2_147_483_648, hi: 2_147_483_647 }],
  ['i64', { kind: 'integer', lo: -(2n ** 63n), hi: 2n ** 63n - 1n }],
  ...TEXT_FORMS.map((form) => [form, formDomain(form)] as const),
]);

/** The named domains of a source. `null` stands for a wrong domain, which has been reported. */
export class DomainTable {
  private readonly items = new Map<string, DomainItem>();
  private readonly resolved = new Map<string, Domain | null>();
  /** Total parts of all compound domains in the source, each counted in full. */
  private parts = 0;
  /** The declared field orders of records whose fields are not declared in sorted order. */
  private readonly orders = new Map<Domain, FieldOrder>();
  /** One object for each list of tags, so that types can be compared by reference. */
  private readonly enumerations = new Map<string, Domain>();

  constructor(
    items: readonly DomainItem[],
    private readonly constants: Constants,
    private readonly reports: Reports,
  ) {
    for (const item of items) this.declare(item);
    for (const item of items) this.resolveName(item.name);
  }

  /** The domain for a piece of syntax. */
  resolve(syntax: DomainSyntax): Domain | null {
    switch (syntax.domain) {
      case 'name': {
        const { name } = syntax;
        const item = this.items.get(name.text);
        if (item !== undefined) this.reports.checkListed(name.text, item.name.span, name.span);
        return this.resolveName(name);
      }
      case 'range':
        return this.range(syntax.lo, syntax.hi, syntax.span);
      case 'enumeration':
        return this.enumeration(syntax.tags, syntax.span);
      case 'text':
        return this.text(syntax);
      case 'bytes':
        return this.bytes(syntax.length);
      case 'list':
        return this.list(syntax);
      case 'record':
        return this.record(syntax);
      case 'option': {
        const value = this.resolve(syntax.value);
        return value === null ? null : this.admit({ kind: 'option', value }, syntax.span);
      }
    }
  }

  /** The order in which the source declares the fields of a stated domain. */
  orderOf(domain: Domain): FieldOrder {
    if (domain.kind === 'list') return this.orderOf(domain.element);
    if (domain.kind === 'option') return this.orderOf(domain.value);
    return this.orders.get(domain) ?? null;
  }

  /** Returns true for a tag of an enum that the source has stated so far. */
  hasTag(name: string): boolean {
    return [...this.enumerations.values()].some((domain) => domain.kind === 'enumeration' && domain.tags.includes(name));
  }

  private declare(item: DomainItem): void {
    const earlier = this.items.get(item.name.text);
    if (earlier === undefined) {
      this.items.set(item.name.text, item);
    } else {
      const message = `the domain '${item.name.text}' is already declared at ${lineFrom(item.name.span, earlier.span)}`;
      this.reports.duplicate(item.name, message, 'give one of them another name');
    }
  }

  /** Referenced domains are resolved first, by a loop instead of recursion, since a source may have a chain of thousands. */
  private resolveName(name: Name): Domain | null {
    const known = this.known(name.text);
    if (known !== undefined) return known;
    const first = this.items.get(name.text);
    if (first === undefined) return this.unknown(name);
    const path = [{ item: first, names: namesIn(first.domain), next: 0 }];
    const open = new Set([first]);
    for (let frame = path.at(-1); frame !== undefined; frame = path.at(-1)) {
      const { item } = frame;
      const used = frame.names[frame.next];
      frame.next += 1;
      if (used === undefined) {
        path.pop();
        open.delete(item);
        if (!this.resolved.has(item.name.text)) this.resolved.set(item.name.text, this.resolve(item.domain));
      } else if (this.known(used.text) === undefined) {
        const inner = this.items.get(used.text);
        if (inner === undefined) this.unknown(used);
        else if (open.has(inner)) this.cycle(path, used);
        else {
          open.add(inner);
          path.push({ item: inner, names: namesIn(inner.domain), next: 0 });
        }
      }
    }
    return this.known(name.text) ?? null;
  }

  private known(name: string): Domain | null | undefined {
    return BUILT_IN.get(name) ?? this.resolved.get(name);
  }

  /** From now on no domain of the cycle has a value. */
  private cycle(path: readonly { readonly item: DomainItem }[], at: Name): void {
    const from = path.findIndex((each) => each.item.name.text === at.text);
    const names = path.slice(from).map((each) => each.item.name.text);
    const shown = names.length > 5 ? [...names.slice(0, 4), '…'] : names;
    this.reports.error('recursive-domain', at.span, `the domain '${at.text}' is defined by itself: ${[...shown, at.text].join(' → ')}`);
    for (const name of names) this.resolved.set(name, null);
  }

  private unknown(at: Name): null {
    const hint = this.reports.nearName(at.text, [...this.items.keys(), ...BUILT_IN.keys()]) ?? hintForDomain(at.text);
    this.reports.error('unknown-domain', at.span, `there is no domain '${at.text}'`, hint);
    return null;
  }

  private range(from: Bound, to: Bound, span: Span): Domain | null {
    const lo = this.constants.integer(from);
    const hi = this.constants.integer(to);
    if (lo === null || hi === null) return null;
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

  private text({ length, of }: Extract<DomainSyntax, { domain: 'text' }>): Domain | null {
    const within = this.length(length, TEXT_LENGTH, 'a text has', 'code points');
    const read = of === null ? null : readCharacters(of.value);
    if (of !== null && read?.ok === false) this.reports.error('bad-characters', of.span, read.message, 'write them as in `"a-z0-9.-"`');
    if (within === null || read?.ok === false) return null;
    if (of !== null) this.warnOfPattern(of);
    return textDomain(within.lo, within.hi, read?.characters);
  }

  /** Here, brackets and dots are ordinary characters. */
  private warnOfPattern({ value, span }: CharactersSyntax): void {
    const isComplement = /^\[\^[^\n]+\]$/.test(value);
    const meant = isComplement ? undefined : charactersMeant(value);
    if (isComplement) {
      this.reports.warn(
        'characters-as-pattern',
        span,
        'the set has the characters `[`, `^` and `]` too',
        'name the characters that may stand',
      );
    }
    if (meant === undefined || meant === value) return;
    const others = [...new Set(value.replaceAll(/[A-Za-z0-9-]/g, ''))];
    const message = `the set has the character${others.length === 1 ? '' : 's'} ${others.map((each) => `\`${each}\``).join(' and ')} too`;
    this.reports.warn(
      'characters-as-pattern',
      span,
      message,
      `write \`"${meant}"\`, or where they are meant \`"${meant}${others.join('')}"\``,
    );
  }

  private bytes(length: LengthSyntax): Domain | null {
    const within = this.length(length, BYTES_LENGTH, 'bytes have', 'bytes');
    return within === null ? null : { kind: 'bytes', ...within };
  }

  private length(
    { lo: from, hi: to, span }: LengthSyntax,
    most: number,
    what: string,
    unit: string,
  ): { readonly lo: number; readonly hi: number } | null {
    const lo = this.constants.integer(from);
    const hi = this.constants.integer(to);
    if (lo === null || hi === null) return null;
    if (typeof lo !== 'number' || typeof hi !== 'number' || lo < 0 || hi > most) {
      this.reports.error('domain-too-large', span, `${what} 0 to ${most} ${unit}`);
      return null;
    }
    if (lo > hi) {
      this.reports.error('empty-domain', span, `the length ${lo}..${hi} holds no value: its lower bound has to be at most its upper bound`);
      return null;
    }
    return { lo, hi };
  }

  private list(syntax: Extract<DomainSyntax, { domain: 'list' }>): Domain | null {
    const element = this.resolve(syntax.element);
    const length = this.length(syntax.length, LIST_LENGTH, 'a list has', 'elements');
    return element === null || length === null ? null : this.admit({ kind: 'list', element, ...length }, syntax.span);
  }

  private record(syntax: Extract<DomainSyntax, { domain: 'record' }>): Domain | null {
    const fields = new Map<string, Domain | null>();
    for (const { name, domain } of syntax.fields) {
      if (fields.has(name.text)) this.reports.error('duplicate-name', name.span, `the field '${name.text}' stands twice in one record`);
      fields.set(name.text, this.resolve(domain));
    }
    const sorted = [...fields]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, domain]) => (domain === null ? [] : [{ name, domain }]));
    if (sorted.length < fields.size) return null;
    const domain: Domain = { kind: 'record', fields: sorted };
    const positions = new Map(sorted.map(({ name }, at) => [name, at]));
    const order = fieldOrder(
      [...fields].map(([name, inner]) => ({ at: positions.get(name) ?? 0, order: inner === null ? null : this.orderOf(inner) })),
    );
    if (order !== null) this.orders.set(domain, order);
    return this.admit(domain, syntax.span);
  }

  /** Checks a domain against the limits, which nested names can easily exceed. */
  private admit(domain: Domain, span: Span): Domain | null {
    const { height, parts, bytes } = measureDomain(domain);
    this.parts += parts;
    if (height > DOMAIN_NESTING) {
      this.reports.error('nested-too-deep', span, `domains nest to ${DOMAIN_NESTING}`);
    } else if (bytes > VALUE_BYTES) {
      this.reports.error('domain-too-large', span, `a value of this domain could need ${bytes} bytes, and the limit is ${VALUE_BYTES}`);
    } else if (parts > DOMAIN_PARTS || this.parts > TYPE_PARTS) {
      this.reports.error('domain-too-large', span, `this domain is made of too many others when it is written out`);
    } else {
      return domain;
    }
    return null;
  }
}

/** The names that a piece of syntax refers to. */
function namesIn(syntax: DomainSyntax): readonly Name[] {
  switch (syntax.domain) {
    case 'name':
      return [syntax.name];
    case 'list':
      return namesIn(syntax.element);
    case 'option':
      return namesIn(syntax.value);
    case 'record':
      return syntax.fields.flatMap((field) => namesIn(field.domain));
    case 'range':
    case 'enumeration':
    case 'text':
    case 'bytes':
      return [];
  }
}
