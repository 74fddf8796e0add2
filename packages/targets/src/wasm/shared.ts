import type { Domain, Type } from '@kirchhoff/coherence';
import { Declarations } from '../writing/declarations.js';
import type { Room } from '../writing/room.js';
import { parseWat, type Wat } from './assembler/wat.js';
import { StaticData } from './static-data.js';

/** A failure that the loader reports. `caller` stands before the requirements of a component, which a call reports at its place. */
export type Failure =
  | { readonly kind: 'memory' }
  | { readonly kind: 'port'; readonly port: string }
  | { readonly kind: 'require'; readonly message: string }
  | { readonly kind: 'place'; readonly domain: string; readonly line: number; readonly message: string };

/** The parts of a module that its functions share. */
export class Shared {
  readonly data: StaticData;
  readonly functions: Wat[] = [];
  private readonly failures: Failure[] = [];
  private readonly failureNumbers = new Map<string, number>();
  private readonly declarations: Declarations;
  private readonly types = new Map<Type, number>();
  private readonly byStructure = new Map<string, number>();
  private readonly declared = new Map<string, string>();

  constructor(readonly room: Room) {
    this.data = new StaticData(room);
    this.declarations = new Declarations(room);
    this.failure({ kind: 'memory' });
  }

  /** Returns the number of a failure, from 1. */
  failure(failure: Failure): number {
    const key = JSON.stringify(failure);
    const known = this.failureNumbers.get(key);
    if (known !== undefined) return known;
    this.room.take(key.length);
    this.failures.push(failure);
    this.failureNumbers.set(key, this.failures.length);
    return this.failures.length;
  }

  /** Returns the first of the numbers of failures that follow one another. */
  failuresInOrder(failures: readonly Failure[]): number {
    const first = this.failures.length + 1;
    for (const failure of failures) {
      this.room.take(JSON.stringify(failure).length);
      this.failures.push(failure);
    }
    return first;
  }

  allFailures(): readonly Failure[] {
    return this.failures;
  }

  /** Returns the name of a function for a domain. `write` returns its text at the first request. */
  forDomain(domain: Domain, prefix: string, write: (name: string) => string): string {
    return this.declarations.declare(domain, `$${prefix}.`, (name) => {
      this.add(write(name));
      return '';
    });
  }

  /** Returns the name of a function for a type. */
  forType(type: Type, prefix: string, write: (name: string) => string): string {
    const name = `$${prefix}.${this.numberOf(type)}`;
    if (this.declared.has(name)) return name;
    this.declared.set(name, name);
    this.add(write(name));
    return name;
  }

  private add(text: string): void {
    this.room.take(text.length);
    this.functions.push(...parseWat(text));
  }

  private numberOf(type: Type): number {
    const known = this.types.get(type);
    if (known !== undefined) return known;
    const structure = this.structureOf(type);
    const number = this.byStructure.get(structure) ?? this.byStructure.size + 1;
    this.byStructure.set(structure, number);
    this.types.set(type, number);
    return number;
  }

  /** Returns a text that is equal only for types with the same values in memory. Parts are represented by their numbers. */
  private structureOf(type: Type): string {
    switch (type.kind) {
      case 'integer':
      case 'text':
      case 'bytes':
        return type.kind;
      case 'boolean':
      case 'enumeration':
        return 'word';
      case 'list':
        return `list ${this.numberOf(type.element)}`;
      case 'option':
        return `option ${this.numberOf(type.value)}`;
      case 'record':
        return `record ${type.fields.map((field) => this.numberOf(field.type)).join(' ')}`;
    }
  }
}
