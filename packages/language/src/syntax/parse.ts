import { SOURCE_BYTES } from '@kirchhoff/kernel/limits';
import type { Diagnostic, Span } from '../diagnostics/diagnostic.js';
import { DiagnosticSink } from '../diagnostics/sink.js';
import { escapeCharacter, nameOfCodePoint, unseenIn } from '../diagnostics/unseen.js';
import type { Item, SourceFile, UseItem } from './ast.js';
import { atWire, readLines } from './blocks.js';
import { atShared, parseCircuit, parseShared, SHARED_ITEMS } from './bodies.js';
import { pairBrackets } from './brackets.js';
import { Cursor } from './cursor.js';
import { lex } from './lexer.js';
import { Place } from './place.js';
import { parsePolicy } from './policies.js';
import { warnOfTraps } from './traps.js';

export interface Parsed {
  /** Null where there is any error. */
  readonly file: SourceFile | null;
  /** In the order of the source; at most 100 errors. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses a source of any content: never throws, in time and memory linear in its length. */
export function parseSource(source: string): Parsed {
  const sink = new DiagnosticSink(source);
  const file = checkText(source, sink) ? parseText(source, sink) : null;
  return { file: sink.errors === 0 ? file : null, diagnostics: sink.diagnostics() };
}

/** What no line of the source can be read without: size and well-formed text. */
function checkText(source: string, sink: DiagnosticSink): boolean {
  const start: Span = { offset: 0, length: 0, line: 1, column: 1 };
  if (source.length > SOURCE_BYTES || utf8Length(source) > SOURCE_BYTES) {
    sink.error('source-too-long', start, `a source has at most ${SOURCE_BYTES} bytes of UTF-8`);
    return false;
  }
  const wrong = /\0|\r(?!\n)|[\ud800-\udfff]/u.exec(source);
  if (wrong === null) return checkSeen(source, sink);
  sink.error('source-not-text', spanAt(new Place(source), source, wrong.index), nameOf(wrong[0]));
  return false;
}

/** Refuses what a reader cannot see, wherever it stands; a byte order mark may begin the source. */
function checkSeen(source: string, sink: DiagnosticSink): boolean {
  const place = new Place(source);
  if (source.startsWith('\ufeff')) place.offset = 1;
  for (const { character, offset } of unseenIn(source)) {
    if (offset < place.offset) continue;
    if (sink.full) break;
    const message = `the character ${nameOfCodePoint(character)} shows nothing, or turns the reading direction`;
    const hint = `leave it out, or write \`${escapeCharacter(character)}\` inside of a text`;
    sink.error('unseen-character', spanAt(place, source, offset, character.length), message, hint);
  }
  return sink.errors === 0;
}

function nameOf(character: string): string {
  if (character === '\0') return 'a source holds no NUL';
  return character === '\r' ? 'a carriage return stands only before a line feed' : 'half of a surrogate pair is no character';
}

/** Moves `place` on to the line of `offset` and gives the span of what begins there. */
function spanAt(place: Place, source: string, offset: number, length = 1): Span {
  for (let next = source.indexOf('\n', place.offset); next !== -1 && next < offset; next = source.indexOf('\n', place.offset)) {
    place.advance(next - place.offset);
    place.nextLine();
  }
  place.advance(offset - place.offset);
  return place.span(length);
}

function utf8Length(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    // Each half of a surrogate pair accounts for two of its four bytes.
    if (unit >= 0x80) length += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
  }
  return length;
}

const ITEMS = [...SHARED_ITEMS, 'use', 'circuit', 'policy'];

function parseText(source: string, sink: DiagnosticSink): SourceFile {
  const lexed = lex(source, sink);
  const { tokens } = lexed;
  warnOfTraps(lexed, sink);
  const cursor = new Cursor(tokens, pairBrackets(tokens), sink);
  const { span } = cursor.peek();
  const found: Found = { items: [], program: null };
  while (!cursor.atEnd()) {
    readLines(cursor, (text) => parseItem(cursor, text, found), ITEMS);
    // A closing brace too many ends `readLines`, but not the file.
    if (cursor.at('}')) cursor.report('unexpected', cursor.next().span, 'this `}` closes nothing');
  }
  checkProgram(cursor, found, sink);
  return { items: found.items, span };
}

interface Found {
  readonly items: Item[];
  /** The keyword of the first circuit or policy. */
  program: Span | null;
}

function parseItem(cursor: Cursor, text: string, found: Found): void {
  const { items } = found;
  if (atShared(cursor)) {
    items.push(parseShared(cursor));
    return;
  }
  switch (text) {
    case 'use':
      items.push(parseUse(cursor));
      break;
    case 'circuit':
    case 'policy': {
      checkFirst(cursor, found);
      const { program, inner } = text === 'circuit' ? parseCircuit(cursor) : parsePolicy(cursor);
      for (const item of inner) items.push(item);
      items.push(program);
      break;
    }
    default: {
      const inside = atWire(cursor) || ['input', 'output', 'require', 'ensure'].includes(text);
      cursor.expectedHere('`const`, `domain`, `component`, `use`, `circuit` or `policy`', inside ? hintOutside(cursor) : undefined);
    }
  }
}

function hintOutside(cursor: Cursor): string {
  const wire = atWire(cursor) ? ', and a value for all of a file is `const name = …`' : '';
  return `ports, wires and promises stand inside \`circuit name { … }\`${wire}`;
}

const PIN = /^cir_[0-9A-Za-z]+@[0-9a-f]{64}$/;

function parseUse(cursor: Cursor): UseItem {
  const { span } = cursor.next();
  const token = cursor.peek();
  const pin = token.kind === 'text' ? token.value : '';
  if (token.kind === 'text') cursor.next();
  else cursor.expected('a pin in quotes', 'write `use "cir_<id>@<hash>" as name`');
  if (!PIN.test(pin)) cursor.report('bad-pin', token.span, 'a pin is `cir_<id>@<hash>`, the hash in 64 lower-case hexadecimal digits');
  cursor.expect('as', '`as` and a name');
  return { item: 'use', pin, pinSpan: token.span, name: cursor.name('a pinned circuit'), span };
}

/** Exactly one circuit or policy a file. */
function checkFirst(cursor: Cursor, found: Found): void {
  const { span } = cursor.peek();
  const first = found.program;
  found.program ??= span;
  if (first === null) return;
  const message = `a file has one circuit or policy; the first stands in line ${first.line}`;
  cursor.report('second-program', span, message, 'what is shared is a `component`');
}

function checkProgram(cursor: Cursor, found: Found, sink: DiagnosticSink): void {
  if (sink.errors > 0 || found.program !== null) return;
  cursor.report('missing-program', cursor.peek().span, 'the source has no circuit', 'write `circuit name { … }`');
}
