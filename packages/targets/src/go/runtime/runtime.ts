import type { Room } from '../../writing/room.js';
import type { PieceSource } from './piece.js';
import { PIECES, type RuntimePiece } from './pieces.js';

const BY_NAME: ReadonlyMap<string, PieceSource> = new Map(Object.entries(PIECES));

/** Names of pieces, which no other name of the package may hide. */
export const PIECE_NAMES: readonly string[] = [...BY_NAME.keys(), 'areAll'];

const ERRORS: readonly string[] = ['DomainError', 'Fault', 'GuardError', 'Option', 'Some'];

/** The paths of packages of the standard library whose name is not their path. */
const PATHS: Readonly<Record<string, string>> = {
  adler32: 'hash/adler32',
  base64: 'encoding/base64',
  big: 'math/big',
  binary: 'encoding/binary',
  bits: 'math/bits',
  bufio: 'bufio',
  bytes: 'bytes',
  crc32: 'hash/crc32',
  errors: 'errors',
  fmt: 'fmt',
  hex: 'encoding/hex',
  hmac: 'crypto/hmac',
  io: 'io',
  math: 'math',
  os: 'os',
  rand: 'crypto/rand',
  sha1: 'crypto/sha1',
  sha256: 'crypto/sha256',
  sha512: 'crypto/sha512',
  sort: 'sort',
  strconv: 'strconv',
  strings: 'strings',
  subtle: 'crypto/subtle',
  testing: 'testing',
  time: 'time',
  utf16: 'unicode/utf16',
  utf8: 'unicode/utf8',
};

const QUOTED = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+'|\/\/[^\n]*/g;
const QUALIFIED = new RegExp(`\\b(${Object.keys(PATHS).join('|')})\\.`, 'g');

/** Returns the declaration of the packages that a code names, outside of its strings and comments. */
export function importsOf(code: string): string {
  const named = new Set(Array.from(code.replaceAll(QUOTED, '""').matchAll(QUALIFIED), ([, name]) => `"${PATHS[name ?? '']}"`));
  const paths = [...named].toSorted();
  if (paths.length === 0) return '';
  return paths.length === 1 ? `import ${paths[0]}` : `import (\n${paths.map((path) => `\t${path}\n`).join('')})`;
}

/** The pieces that accompany the circuit in its package, once each. */
export class Runtime {
  private readonly used = new Set<string>();

  constructor(private readonly room: Room) {}

  /** Marks a piece and its dependencies as needed; returns its name. */
  readonly use = (piece: RuntimePiece): string => {
    const pending: string[] = [piece];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (this.used.has(next)) continue;
      this.used.add(next);
      const source = BY_NAME.get(next);
      if (source === undefined) throw new Error(`no piece ${next}`);
      this.room.take(source.code.length);
      pending.push(...(source.uses ?? []));
    }
    return piece;
  };

  has(piece: RuntimePiece): boolean {
    return this.used.has(piece);
  }

  /** Returns the texts of one section: the types for callers, or the helpers. */
  texts(kind: 'exported' | 'helpers'): readonly string[] {
    return [...BY_NAME]
      .filter(([name]) => this.used.has(name) && ERRORS.includes(name) === (kind === 'exported'))
      .map(([, { code }]) => code.trim());
  }
}
