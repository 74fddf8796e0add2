import { isDeepStrictEqual } from 'node:util';
import type { StoredSource } from '@kirchhoff/engine-host';
import { readStored } from '@kirchhoff/engine-host/thread';
import { LRUCache } from 'lru-cache';
import { type GraphSubject, graphOf, type ShownCircuit } from '../graph/task.js';

/** The graph of a version that a reader looks at. */
export interface ShownVersion extends StoredSource {
  readonly subject: GraphSubject;
}

interface Entry {
  readonly version: ShownVersion;
  /** `undefined` if this engine does not read the source. */
  readonly shown: ShownCircuit | undefined;
}

/** 256 Ki characters: a circuit of 2,100 nodes takes 2.6 MB for its 27,700 characters. */
const MAX_CHARACTERS = 262_144;

/** A node of that circuit has as many. Memory follows from the nodes, and a dense source has one for each second character. */
const CHARACTERS_PER_NODE = 13;

/**
 * The circuits that a thread showed last. A page, its picture and each of the parts that are opened need the same circuit, and
 * reading it takes longer than drawing a part.
 */
export class ShownCircuits {
  readonly #last: LRUCache<string, Entry>;

  /** @param maxCharacters of all sources and certificates together; the last circuit is kept even if it is longer alone */
  constructor(maxCharacters = MAX_CHARACTERS) {
    this.#last = new LRUCache({ maxSize: maxCharacters, sizeCalculation: (entry) => Math.min(maxCharacters, sizeOf(entry)) });
  }

  /** Returns the circuit of a version with its graph; `undefined` if this engine does not read its source. */
  find(version: ShownVersion): ShownCircuit | undefined {
    const { pid, version: number } = version.subject;
    const key = `${pid} ${number}`;
    const known = this.#last.get(key);
    // A version is certified after it was published, perhaps again.
    if (known !== undefined && isDeepStrictEqual(known.version, version)) return known.shown;
    const shown = show(version);
    this.#last.set(key, { version, shown });
    return shown;
  }
}

function show({ subject, ...stored }: ShownVersion): ShownCircuit | undefined {
  const program = readStored(stored);
  return program?.type === 'circuit' ? { program, view: graphOf(program, subject) } : undefined;
}

function sizeOf({ version, shown }: Entry): number {
  const graphs = shown === undefined ? [] : [shown.view.circuit, ...shown.view.components];
  const nodes = graphs.reduce((sum, each) => sum + each.nodes.length, 0);
  return Math.max(lengthOf(version), CHARACTERS_PER_NODE * nodes);
}

function lengthOf({ source, pinned, subject }: ShownVersion): number {
  const { certificate, openResult } = subject;
  const bytes = (certificate?.length ?? 0) + (openResult?.length ?? 0);
  return 1 + bytes + pinned.reduce((sum, each) => sum + each.source.length, source.length);
}
