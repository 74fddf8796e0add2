import type { Type } from './domain.js';

/**
 * Numbers for types, in the order of the requests. Two types have the same number exactly if they are written the same. Types
 * share their parts and may be large when written out, so each part is visited once.
 */
export class TypeNumbers {
  private readonly known = new Map<Type, number>();
  private readonly byText = new Map<string, number>();

  of(type: Type): number {
    const known = this.known.get(type);
    if (known !== undefined) return known;
    const text = this.textOf(type);
    const number = this.byText.get(text) ?? this.byText.size;
    this.byText.set(text, number);
    this.known.set(type, number);
    return number;
  }

  /** One level of a type; names and tags are identifiers. */
  private textOf(type: Type): string {
    switch (type.kind) {
      case 'integer':
      case 'boolean':
      case 'text':
      case 'bytes':
        return type.kind;
      case 'enumeration':
        return `enumeration ${type.tags.join()}`;
      case 'list':
        return `list ${this.of(type.element)}`;
      case 'record':
        return `record ${type.fields.map((field) => `${field.name}:${this.of(field.type)}`).join()}`;
      case 'option':
        return `option ${this.of(type.value)}`;
    }
  }
}
