import { FALSE_FORMULA, type Formula, implies, TRUE_FORMULA } from './formulas.js';

/** Ends the encoding of a query that exceeds its length. The solver does not get the query. The error never leaves the encoder. */
export class ScriptTooLong extends Error {}

/**
 * The lines of one query in the order of their first use: the same calls give the same bytes. Equal definitions are emitted once,
 * so that equal terms have the same name.
 */
export class Script {
  private readonly lines: string[] = [];
  private readonly names = new Map<string, string>();
  private readonly asserted = new Set<Formula>();
  private readonly literals = new Map<string, Literal>();
  private readonly sorts = new Map<string, ThingSort>();
  private next = 0;
  private length = 0;

  /** @param most Characters: a longer script throws {@link ScriptTooLong}. */
  constructor(private readonly most = Number.POSITIVE_INFINITY) {}

  /** Returns a name that is unique in the script. */
  fresh(): string {
    this.next += 1;
    return `n${this.next}`;
  }

  private add(line: string): void {
    this.length += line.length;
    if (this.length > this.most) throw new ScriptTooLong('the query is too long');
    this.lines.push(line);
  }

  /** Declares a constant that may have any value of its sort. */
  declare(name: string, sort: string): string {
    this.add(`(declare-const ${name} ${sort})`);
    return name;
  }

  /** Returns a short text of the same value. */
  name(sort: string, text: string): string {
    if (isShort(text)) return text;
    const key = `${sort} ${text}`;
    const known = this.names.get(key);
    if (known !== undefined) return known;
    const name = this.fresh();
    this.add(`(define-fun ${name} () ${sort} ${text})`);
    this.names.set(key, name);
    return name;
  }

  assert(premise: Formula, conclusion: Formula): void {
    const formula = implies(premise, conclusion);
    if (formula === TRUE_FORMULA || this.asserted.has(formula)) return;
    this.asserted.add(formula);
    this.add(`(assert ${formula})`);
  }

  /**
   * Returns the constant of a literal text or bytes, by a key that identifies it; `onFirst` emits the facts about it. Different
   * literals are different values.
   */
  literal(key: string, sort: ThingSort, onFirst: (name: string) => void): string {
    const known = this.literals.get(key);
    if (known !== undefined) return known.name;
    const name = this.declare(`t${this.literals.size}`, sort.name);
    this.literals.set(key, { key, name, sort });
    onFirst(name);
    return name;
  }

  /** The literals in the order in which they were needed. */
  allLiterals(): readonly Literal[] {
    return [...this.literals.values()];
  }

  /**
   * Returns the uninterpreted sort of one type. Each type has its own sort, so that the solver rejects a term of another type.
   */
  thingSort(type: number): ThingSort {
    const name = `Type${type}`;
    const sort = this.sorts.get(name) ?? { name, size: `size${type}` };
    this.sorts.set(name, sort);
    return sort;
  }

  /** Returns the whole query; `sizeSort` is the sort of the sizes of texts, bytes and lists. */
  text(sizeSort: string): string {
    const sorts = [...this.sorts.values()];
    const declared = sorts.flatMap(({ name, size }) => [`(declare-sort ${name} 0)`, `(declare-fun ${size} (${name}) ${sizeSort})`]);
    const distinct = sorts.flatMap((sort) => {
      const names = this.allLiterals().flatMap((literal) => (literal.sort === sort ? [literal.name] : []));
      return names.length > 1 ? [`(assert (distinct ${names.join(' ')}))`] : [];
    });
    return `${[...declared, ...this.lines, ...distinct, '(check-sat)'].join('\n')}\n`;
  }
}

/**
 * The sort of the texts, the bytes, or the lists of one type. The solver knows only their equality and their size. Every run has
 * a model: each value that occurs in the run is an element of its own.
 */
export interface ThingSort {
  readonly name: string;
  /** The function that gives the length. */
  readonly size: string;
}

interface Literal {
  readonly key: string;
  /** Its constant. */
  readonly name: string;
  readonly sort: ThingSort;
}

function isShort(text: string): boolean {
  return text === TRUE_FORMULA || text === FALSE_FORMULA || !text.startsWith('(') || /^\((?:- \d+|_ bv\d+ \d+)\)$/.test(text);
}
