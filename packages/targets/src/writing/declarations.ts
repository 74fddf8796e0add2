import type { Domain } from '@kirchhoff/coherence';
import type { Room } from './room.js';

/**
 * Constants and functions for domains at the top of a module. Each is declared once, even if its domain is used often: a short
 * source can name a long domain in many places.
 */
export class Declarations {
  private readonly texts: string[] = [];
  /** The names of declarations, by their domain. */
  private readonly names = new Map<string, string>();
  /** The number of names with each prefix. */
  private readonly counts = new Map<string, number>();
  /** Domains with the same values have the same number. */
  private readonly numbers = new Map<Domain, number>();
  private readonly byStructure = new Map<string, number>();

  constructor(private readonly room: Room) {}

  /**
   * Returns the name of a domain's declaration: the prefix, which has an upper-case letter and no digit, and a number. `write`
   * returns the text at the first request; its own declarations come before.
   */
  declare(domain: Domain, prefix: string, write: (name: string) => string): string {
    const key = `${prefix} ${this.numberOf(domain)}`;
    const known = this.names.get(key);
    if (known !== undefined) return known;
    const count = (this.counts.get(prefix) ?? 0) + 1;
    const name = `${prefix}${count}`;
    this.counts.set(prefix, count);
    this.names.set(key, name);
    this.add(write(name));
    return name;
  }

  /** Adds a declaration that belongs to no domain. */
  add(text: string): void {
    this.room.take(text.length + 2);
    this.texts.push(text);
  }

  text(): string {
    return this.texts.join('\n\n');
  }

  /** Returns the texts of the declarations, in order. */
  all(): readonly string[] {
    return this.texts;
  }

  private numberOf(domain: Domain): number {
    const known = this.numbers.get(domain);
    if (known !== undefined) return known;
    const structure = this.structureOf(domain);
    const number = this.byStructure.get(structure) ?? this.byStructure.size;
    this.byStructure.set(structure, number);
    this.numbers.set(domain, number);
    return number;
  }

  /** Returns a text that is equal only for domains with the same values. Parts are represented by their numbers. */
  private structureOf(domain: Domain): string {
    switch (domain.kind) {
      case 'boolean':
        return domain.kind;
      case 'text':
        return `${domain.kind} ${domain.lo} ${domain.hi} ${domain.characters.join(' ')} ${domain.form ?? ''}`;
      case 'integer':
      case 'bytes':
        return `${domain.kind} ${domain.lo} ${domain.hi}`;
      case 'enumeration':
        return `${domain.kind} ${domain.tags.join(' ')}`;
      case 'list':
        return `${domain.kind} ${domain.lo} ${domain.hi} ${this.numberOf(domain.element)}`;
      case 'record':
        return `${domain.kind} ${domain.fields.map((field) => `${field.name} ${this.numberOf(field.domain)}`).join(' ')}`;
      case 'option':
        return `${domain.kind} ${this.numberOf(domain.value)}`;
    }
  }
}
