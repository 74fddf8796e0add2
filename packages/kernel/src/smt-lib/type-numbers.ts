import type { Kind } from '../types/domain.js';

/**
 * Numbers for types, in the order of the requests. Two types have the same number exactly if they are written the same. Types
 * share their parts and may be large when written out, so each part is visited once.
 */
export class TypeNumbers {
  private readonly known = new Map<Kind, number>();
  private readonly byText = new Map<string, number>();

  of(kind: Kind): number {
    const known = this.known.get(kind);
    if (known !== undefined) return known;
    const text = this.textOf(kind);
    const number = this.byText.get(text) ?? this.byText.size;
    this.byText.set(text, number);
    this.known.set(kind, number);
    return number;
  }

  /** One level of a type; names and tags are identifiers. */
  private textOf(kind: Kind): string {
    switch (kind.kind) {
      case 'integer':
      case 'boolean':
      case 'text':
      case 'bytes':
        return kind.kind;
      case 'enumeration':
        return `enumeration ${kind.tags.join()}`;
      case 'list':
        return `list ${this.of(kind.element)}`;
      case 'record':
        return `record ${kind.fields.map((field) => `${field.name}:${this.of(field.kind)}`).join()}`;
      case 'option':
        return `option ${this.of(kind.value)}`;
    }
  }
}
