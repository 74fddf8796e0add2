import { MONOMERS, monomerAt } from '../monomers/catalog.js';
import { BOOLEAN, type Domain, INTEGER, type Type } from '../types/domain.js';
import { NONE, type Value } from '../values/value.js';
import type { LoopSource, Node, NodeId, RegionId } from './graph.js';

/** Limit for the elements of a list that is known by its elements. */
const MAX_SLOTS = 64;

/** One possible element of a list: it is there in each run in which `present` is true, and in every run if that is `null`. */
export interface GuardedSlot {
  /** Any value of the element's type in a run in which it is not there. */
  readonly item: NodeId;
  readonly present: NodeId | null;
}

/** The possible elements of a list, in its order. */
interface GuardedList {
  readonly slots: readonly GuardedSlot[];
  /** True if each element is at the place of its slot: the slots that are there come first. */
  readonly isInPlace: boolean;
}

/** The graph that is being made. */
export interface GraphWriter {
  readonly here: RegionId;
  nodeOf(id: NodeId): Node | undefined;
  typeOf(id: NodeId): Type | undefined;
  resultOf(region: RegionId): NodeId | null;
  ownerOf(region: RegionId): NodeId | null;
  isAround(region: RegionId): boolean;
  integerAt(id: NodeId): number | bigint | null;
  itemsOf(id: NodeId): readonly NodeId[] | null;
  lengthOf(id: NodeId): number | null;
  domainOf(id: NodeId): Domain | null;
  add(node: Node, type: Type): NodeId;
  addLiteral(value: Value, type: Type): NodeId;
  addList(items: readonly NodeId[], type: Type): NodeId;
  within(make: () => NodeId): RegionId;
  select(condition: NodeId, whenTrue: () => NodeId, whenFalse: () => NodeId, type: Type): NodeId;
}

interface Bounds {
  readonly lo: number;
  readonly hi: number;
}

/**
 * Lists as their possible elements, each with the condition under which it is there. In every run the elements of the list are
 * the items whose conditions are true, in their order. All conditions and items have values wherever the list has one, since a
 * missing element has a value of its type instead.
 */
export class GuardedLists {
  private readonly known = new Map<NodeId, GuardedList & { readonly region: RegionId }>();

  /** Bounds by node: a node may be an operand of many others. */
  private readonly bounds = new Map<NodeId, Bounds | null>();
  private readonly lengths = new Map<NodeId, Bounds | null>();

  constructor(private readonly to: GraphWriter) {}

  /** Records the possible elements of a list that was just written. */
  set(list: NodeId, slots: readonly GuardedSlot[], isInPlace: boolean): void {
    this.known.set(list, { slots, isInPlace, region: this.to.here });
  }

  /** Returns true if the rounds of a `map` over this source are elements at the places of the rounds. */
  isInPlace(source: NodeId, over: LoopSource['over']): boolean {
    return over === 'range' ? this.to.integerAt(source) !== null : (this.of(source)?.isInPlace ?? false);
  }

  /** Returns the possible elements of a list or of bytes; `null` if they are not known to be few. */
  of(list: NodeId): GuardedList | null {
    const known = this.known.get(list);
    if (known !== undefined && this.to.isAround(known.region)) return known;
    const made = this.make(list);
    if (made !== null) this.known.set(list, { ...made, region: this.to.here });
    return made;
  }

  private make(list: NodeId): GuardedList | null {
    const node = this.to.nodeOf(list);
    const items = this.to.itemsOf(list);
    if (items !== null) {
      return items.length > MAX_SLOTS ? null : { slots: items.map((item) => ({ item, present: null })), isInPlace: true };
    }
    if (node?.op === 'state') return this.of(node.operand);
    if (node?.op === 'apply') {
      const [a = -1, b = -1, c = -1] = node.operands;
      const name = monomerAt(node.monomer).name;
      if (name === 'SET') return this.replaced(a, b, c);
      if (name === 'ZIP') return this.paired(a, b, elementOf(this.to.typeOf(list)));
    }
    return this.read(list);
  }

  /** The elements of a list after SET: the item at the index is the new one. */
  private replaced(list: NodeId, index: NodeId, value: NodeId): GuardedList | null {
    const base = this.of(list);
    if (base === null || !base.isInPlace) return null;
    const slots = base.slots.map(({ item, present }, place) => ({
      item: this.to.select(
        this.equals(index, this.number(place)),
        () => value,
        () => item,
        this.to.typeOf(item) ?? INTEGER,
      ),
      present,
    }));
    return { slots, isInPlace: true };
  }

  /** The elements of ZIP: a pair is there if both of its elements are. */
  private paired(left: NodeId, right: NodeId, type: Type | null): GuardedList | null {
    const [a, b] = [this.of(left), this.of(right)];
    if (a === null || b === null || !a.isInPlace || !b.isInPlace || type === null) return null;
    const slots: GuardedSlot[] = [];
    for (const [place, { item, present }] of a.slots.entries()) {
      const other = b.slots[place];
      if (other === undefined) break;
      const fields = [
        { name: 'a', node: item },
        { name: 'b', node: other.item },
      ];
      const both = present === null ? other.present : this.alsoPresent(present, other.present);
      slots.push({ item: this.to.add({ op: 'record', fields }, type), present: both });
    }
    return { slots, isInPlace: true };
  }

  private alsoPresent(present: NodeId, other: NodeId | null): NodeId {
    return other === null ? present : this.and(present, () => other);
  }

  /** The elements of a list of bounded length, by GET. */
  private read(list: NodeId): GuardedList | null {
    const element = elementOf(this.to.typeOf(list));
    const lengths = this.lengthsOf(list);
    if (element === null || lengths === null || lengths.hi > MAX_SLOTS) return null;
    const length = lengths.lo === lengths.hi ? -1 : this.apply('LENGTH', [list], INTEGER);
    const slots = Array.from({ length: lengths.hi }, (_, place): GuardedSlot => {
      const present = place < lengths.lo ? null : this.apply('LT', [this.number(place), length], BOOLEAN);
      const get = (): NodeId => this.apply('GET', [list, this.number(place)], element);
      return { item: this.chosenOf(present, get, element), present };
    });
    return { slots, isInPlace: true };
  }

  /** Returns the possible integers of a range; `null` if they are not known to be few. */
  ofRange(lo: NodeId, hi: NodeId): readonly GuardedSlot[] | null {
    const [first, last] = [this.boundsOf(lo), this.boundsOf(hi)];
    if (first === null || last === null || last.hi - first.lo >= MAX_SLOTS) return null;
    return Array.from({ length: Math.max(0, last.hi - first.lo + 1) }, (_, index): GuardedSlot => {
      const value = first.lo + index;
      const item = this.number(value);
      const above = value < first.hi ? this.apply('LE', [lo, item], BOOLEAN) : null;
      const below = value > last.lo ? this.apply('LE', [item, hi], BOOLEAN) : null;
      return { item, present: above === null ? below : below === null ? above : this.and(above, () => below) };
    });
  }

  /** Returns an element that is evaluated if it is there, or any value of its type. */
  chosen(present: NodeId | null, make: () => NodeId): NodeId {
    if (present === null) return make();
    let type: Type = INTEGER;
    const whenTrue = this.to.within(() => {
      const made = make();
      type = this.to.typeOf(made) ?? INTEGER;
      return made;
    });
    const whenFalse = this.to.within(() => this.valueOf(type));
    return this.to.add({ op: 'select', condition: present, whenTrue, whenFalse }, type);
  }

  private chosenOf(present: NodeId | null, make: () => NodeId, type: Type): NodeId {
    return present === null ? make() : this.to.select(present, make, () => this.valueOf(type), type);
  }

  /** Returns the same application on a literal list, for SUM of a list that is known by its elements; other nodes as they are. */
  operandsOf(node: Node): Node {
    if (node.op !== 'apply' || monomerAt(node.monomer).name !== 'SUM') return node;
    const [list = -1] = node.operands;
    if (this.to.itemsOf(list) !== null) return node;
    const known = this.of(list);
    if (known === null) return node;
    const items = known.slots.map(({ item, present }) =>
      present === null
        ? item
        : this.to.select(
            present,
            () => item,
            () => this.number(0),
            INTEGER,
          ),
    );
    return { ...node, operands: [this.to.addList(items, { kind: 'list', element: INTEGER })] };
  }

  /** Returns the length of a list that a loop gave, as the number of its elements; `null` for other nodes. */
  lengthOf(node: Node): NodeId | null {
    if (node.op !== 'apply' || monomerAt(node.monomer).name !== 'LENGTH') return null;
    const [list = -1] = node.operands;
    const known = this.known.get(list);
    if (known === undefined || this.to.nodeOf(list)?.op !== 'loop' || !this.to.isAround(known.region)) return null;
    const counted = known.slots.map(({ present }) =>
      present === null
        ? this.number(1)
        : this.to.select(
            present,
            () => this.number(1),
            () => this.number(0),
            INTEGER,
          ),
    );
    return this.apply('SUM', [this.to.addList(counted, { kind: 'list', element: INTEGER })], INTEGER);
  }

  /**
   * Returns the value of GET, FIND or CONTAINS by the elements of the list, wherever the application itself has a value. `null` for
   * other nodes.
   */
  readBy(node: Node, type: Type): NodeId | null {
    if (node.op !== 'apply') return null;
    const [list = -1, operand = -1] = node.operands;
    switch (monomerAt(node.monomer).name) {
      case 'GET':
        return this.elementAt(list, operand, type);
      case 'FIND': {
        const known = this.of(list);
        if (known === null || !known.isInPlace) return null;
        return known.slots.reduceRight(
          (rest, slot, place) =>
            this.to.select(
              this.isElement(slot, operand),
              () => this.to.add({ op: 'some', value: this.number(place) }, type),
              () => rest,
              type,
            ),
          this.to.addLiteral(NONE, type),
        );
      }
      case 'CONTAINS': {
        const slots = elementOf(this.to.typeOf(list)) === null ? null : (this.of(list)?.slots ?? null);
        if (slots === null) return null;
        return slots.reduce(
          (before, slot) =>
            this.to.add(
              { op: 'shortCircuit', connective: 'or', left: before, right: this.to.within(() => this.isElement(slot, operand)) },
              BOOLEAN,
            ),
          this.to.addLiteral(false, BOOLEAN),
        );
      }
      default:
        return null;
    }
  }

  /** The element at an index, if the list has one there. */
  private elementAt(list: NodeId, index: NodeId, type: Type): NodeId | null {
    const at = this.to.integerAt(index);
    const isPlain = this.to.nodeOf(list)?.op === 'list' || (at !== null && !this.known.has(list));
    const known = isPlain ? null : this.of(list);
    if (known === null || known.slots.length === 0) return null;
    if (!known.isInPlace) return at === 0 ? this.first(known.slots, type) : null;
    if (at !== null) return known.slots[Number(at)]?.item ?? null;
    const bounds = this.boundsOf(index);
    const slots = [...known.slots.entries()].filter(([place]) => bounds === null || (place >= bounds.lo && place <= bounds.hi));
    const last = slots.at(-1)?.[1].item;
    if (last === undefined) return null;
    return slots.slice(0, -1).reduceRight(
      (rest, [place, { item }]) =>
        this.to.select(
          this.equals(index, this.number(place)),
          () => item,
          () => rest,
          type,
        ),
      last,
    );
  }

  /** The first element of those that are there, if there is one. */
  private first(slots: readonly GuardedSlot[], type: Type): NodeId | null {
    const last = slots.at(-1);
    if (last === undefined) return null;
    return slots.slice(0, -1).reduceRight(
      (rest, { item, present }) =>
        present === null
          ? item
          : this.to.select(
              present,
              () => item,
              () => rest,
              type,
            ),
      last.item,
    );
  }

  private isElement({ item, present }: GuardedSlot, value: NodeId): NodeId {
    return present === null ? this.equals(item, value) : this.and(present, () => this.equals(item, value));
  }

  private and(left: NodeId, right: () => NodeId): NodeId {
    return this.to.add({ op: 'shortCircuit', connective: 'and', left, right: this.to.within(right) }, BOOLEAN);
  }

  private equals(a: NodeId, b: NodeId): NodeId {
    return this.apply('EQ', [a, b], BOOLEAN);
  }

  private number(value: number): NodeId {
    return this.to.addLiteral(value, INTEGER);
  }

  private apply(name: string, operands: readonly NodeId[], type: Type): NodeId {
    const monomer = MONOMERS.findIndex((each) => each.name === name);
    if (monomer < 0) throw new Error(`no monomer ${name}`);
    return this.to.add({ op: 'apply', monomer, operands, literals: [] }, type);
  }

  /** Writes some value of a type. */
  private valueOf(type: Type): NodeId {
    switch (type.kind) {
      case 'integer':
        return this.number(0);
      case 'boolean':
        return this.to.addLiteral(false, type);
      case 'enumeration':
        return this.to.addLiteral(type.tags[0] ?? '', type);
      case 'text':
        return this.to.addLiteral('', type);
      case 'bytes':
        return this.to.addLiteral(new Uint8Array(), type);
      case 'list':
        // A node of its own, since a query knows the length of a list that a node builds.
        return this.to.add({ op: 'list', items: [] }, type);
      case 'option':
        return this.to.addLiteral(NONE, type);
      case 'record':
        return this.to.add(
          { op: 'record', fields: type.fields.map((field) => ({ name: field.name, node: this.valueOf(field.type) })) },
          type,
        );
    }
  }

  /** The possible lengths of a list by stated domains; `null` if they have no known bound. */
  private lengthsOf(list: NodeId): Bounds | null {
    const known = this.lengths.get(list);
    if (known !== undefined) return known;
    const found = this.findLengths(list);
    this.lengths.set(list, found);
    return found;
  }

  private findLengths(list: NodeId): Bounds | null {
    const length = this.to.lengthOf(list);
    if (length !== null) return { lo: length, hi: length };
    const domain = this.to.domainOf(list);
    if (domain !== null) return domain.kind === 'list' || domain.kind === 'bytes' ? { lo: domain.lo, hi: domain.hi } : null;
    const known = this.known.get(list);
    if (known !== undefined) return { lo: 0, hi: known.slots.length };
    const node = this.to.nodeOf(list);
    if (node?.op === 'select' || node?.op === 'match') {
      return hullOf(this.armsOf(node).map((result) => (result === null ? null : this.lengthsOf(result))));
    }
    if (node?.op !== 'apply') return null;
    const [a = -1] = node.operands;
    return ['SET', 'SORT', 'REVERSE'].includes(monomerAt(node.monomer).name) ? this.lengthsOf(a) : null;
  }

  private armsOf(node: Extract<Node, { op: 'select' | 'match' }>): readonly (NodeId | null)[] {
    const regions = node.op === 'select' ? [node.whenTrue, node.whenFalse] : node.arms.map(({ region }) => region);
    return regions.map((region) => this.to.resultOf(region));
  }

  /** Bounds of an integer node by literals and stated domains; `null` if there are none, or none that are small. */
  private boundsOf(id: NodeId): Bounds | null {
    const known = this.bounds.get(id);
    if (known !== undefined) return known;
    const found = this.findBounds(id);
    // Sums of sums would lose their last digits, and a round that occurs would be missing.
    const small = found !== null && isSmall(found.lo) && isSmall(found.hi) ? found : null;
    this.bounds.set(id, small);
    return small;
  }

  private findBounds(id: NodeId): Bounds | null {
    const literal = this.to.integerAt(id);
    if (literal !== null) return isSmall(literal) ? { lo: Number(literal), hi: Number(literal) } : null;
    const domain = this.to.domainOf(id);
    if (domain !== null) {
      return domain.kind === 'integer' && isSmall(domain.lo) && isSmall(domain.hi)
        ? { lo: Number(domain.lo), hi: Number(domain.hi) }
        : null;
    }
    const node = this.to.nodeOf(id);
    if (node?.op === 'select' || node?.op === 'match') {
      return hullOf(this.armsOf(node).map((result) => (result === null ? null : this.boundsOf(result))));
    }
    if (node?.op !== 'apply') return null;
    const [a = -1, b = -1] = node.operands;
    const name = monomerAt(node.monomer).name;
    if (name === 'LENGTH') return this.lengthsOf(a);
    if (name !== 'ADD' && name !== 'SUB') return null;
    const [left, right] = [this.boundsOf(a), this.boundsOf(b)];
    if (left === null || right === null) return null;
    return name === 'ADD' ? { lo: left.lo + right.lo, hi: left.hi + right.hi } : { lo: left.lo - right.hi, hi: left.hi - right.lo };
  }
}

/** True for an integer whose sum or difference with another such integer is exact as a number. */
function isSmall(value: number | bigint): boolean {
  return value >= -1_000_000_000 && value <= 1_000_000_000;
}

function hullOf(bounds: readonly (Bounds | null)[]): Bounds | null {
  return bounds.reduce((a, b) => (a === null || b === null ? null : { lo: Math.min(a.lo, b.lo), hi: Math.max(a.hi, b.hi) }));
}

function elementOf(type: Type | undefined): Type | null {
  if (type?.kind === 'list') return type.element;
  return type?.kind === 'bytes' ? INTEGER : null;
}
