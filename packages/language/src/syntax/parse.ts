import { SOURCE_BYTES } from '@kirchhoff/kernel/limits';
import type { Diagnostic, Span } from '../diagnostics/diagnostic.js';
import { DiagnosticSink } from '../diagnostics/sink.js';
import { escapeCharacter, nameOfCodePoint, unseenIn } from '../diagnostics/unseen.js';
import type { Item, Name, SourceFile, UseFileItem, UseItem } from './ast.js';
import { atWire, readLines } from './blocks.js';
import { atShared, parseCircuit, parseShared } from './bodies.js';
import { pairBrackets } from './brackets.js';
import { TokenCursor } from './cursor.js';
import { isFilePath, PATH_RULE } from './file-path.js';
import { ITEMS } from './grammar.js';
import { lex } from './lexer.js';
import { LexerPosition, type SourcePart } from './place.js';
import { parsePolicy } from './policies.js';
import { warnOfTraps } from './traps.js';

export interface Parsed {
  /** `null` if there is any error. */
  readonly file: SourceFile | null;
  /** In the order of the source; at most 100 errors. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface ParseOptions {
  /** The files of the lines. Default: all lines belong to the source itself. */
  readonly parts?: readonly SourcePart[];
  /** `used`: a file for others to use, without a circuit or policy. Default: `program`. */
  readonly role?: 'program' | 'used';
}

/** Parses a source of any content. Never throws; takes time and memory linear in its length. */
export function parseSource(source: string, { parts = [], role = 'program' }: ParseOptions = {}): Parsed {
  const sink = new DiagnosticSink(source);
  const file = checkText(source, sink, parts) ? parseText(source, sink, parts, role) : null;
  return { file: sink.errors === 0 ? file : null, diagnostics: sink.diagnostics() };
}

/** Checks the size and well-formedness of the text, which are conditions for parsing. */
function checkText(source: string, sink: DiagnosticSink, parts: readonly SourcePart[]): boolean {
  if (source.length <= SOURCE_BYTES && isPlain(source)) return true;
  const place = new LexerPosition(source, parts);
  if (source.length > SOURCE_BYTES || utf8Length(source) > SOURCE_BYTES) {
    sink.error('source-too-long', place.span(0), `a source has at most ${SOURCE_BYTES} bytes of UTF-8`);
    return false;
  }
  const wrong = /\0|\r(?!\n)|[\ud800-\udfff]/u.exec(source);
  if (wrong === null) return checkSeen(source, sink, place);
  sink.error('source-not-text', spanAt(place, source, wrong.index), nameOf(wrong[0]));
  return false;
}

/** Returns true for a text of line feeds and printable ASCII alone, as most sources are: it needs no further check. */
function isPlain(source: string): boolean {
  for (let i = 0; i < source.length; i += 1) {
    const unit = source.charCodeAt(i);
    if ((unit < 0x20 && unit !== LINE_FEED) || unit >= 0x7f) return false;
  }
  return true;
}

const LINE_FEED = 0x0a;

/** Refuses invisible characters anywhere; a byte order mark may begin the source. */
function checkSeen(source: string, sink: DiagnosticSink, place: LexerPosition): boolean {
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

/** Moves `place` forward to the line of `offset`, and returns the span that begins there. */
function spanAt(place: LexerPosition, source: string, offset: number, length = 1): Span {
  for (let next = source.indexOf('\n', place.offset); next !== -1 && next < offset; next = source.indexOf('\n', place.offset)) {
    place.advance(next - place.offset);
    place.nextLine();
  }
  place.advance(offset - place.offset);
  return place.span(length);
}

/** Bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    // Each half of a surrogate pair accounts for two of its four bytes.
    if (unit >= 0x80) length += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
  }
  return length;
}

function parseText(source: string, sink: DiagnosticSink, parts: readonly SourcePart[], role: 'program' | 'used'): SourceFile {
  const lexed = lex(source, sink, parts);
  const { tokens, places } = lexed;
  warnOfTraps(lexed, sink);
  const cursor = new TokenCursor(tokens, places, pairBrackets(tokens), sink);
  const span = cursor.span();
  const found: Found = { items: [], program: null, role };
  while (!cursor.atEnd()) {
    readLines(cursor, (text) => parseItem(cursor, text, found), ITEMS);
    // A closing brace too many ends `readLines`, but not the file.
    if (cursor.at('}')) cursor.report('unexpected', cursor.skip(), 'this `}` closes nothing');
  }
  if (role === 'program') checkProgram(cursor, found, sink);
  return { items: found.items, span };
}

interface Found {
  readonly items: Item[];
  /** The keyword of the first circuit or policy. */
  program: Span | null;
  readonly role: 'program' | 'used';
}

function parseItem(cursor: TokenCursor, text: string, found: Found): void {
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

function hintOutside(cursor: TokenCursor): string {
  const wire = atWire(cursor) ? ', and a value for all of a file is `const name = …`' : '';
  return `ports, wires and promises stand inside \`circuit name { … }\`${wire}`;
}

const PIN = /^cir_[0-9A-Za-z]+@[0-9a-f]{64}$/;

function parseUse(cursor: TokenCursor): UseItem | UseFileItem {
  const span = cursor.skip();
  const token = cursor.peek();
  const pinSpan = cursor.span();
  if (token.kind === 'text' && /[./\\]/.test(token.value)) return parseUseFile(cursor, token.value, span);
  const pin = token.kind === 'text' ? token.value : '';
  if (token.kind === 'text') cursor.next();
  else cursor.expected('a file or a pin in quotes', `${USE_FILE}, or \`use "cir_<id>@<hash>" as name\``);
  if (!PIN.test(pin)) cursor.report('bad-pin', pinSpan, 'a pin is `cir_<id>@<hash>`, the hash in 64 lower-case hexadecimal digits');
  cursor.expect('as', '`as` and a name');
  return { item: 'use', pin, pinSpan, name: cursor.name('a pinned circuit'), span };
}

const USE_FILE = 'write `use "./money.kir" share, Cents`: the file, and what is used of it';

function parseUseFile(cursor: TokenCursor, path: string, span: Span): UseFileItem {
  const pathSpan = cursor.skip();
  if (!isFilePath(path)) cursor.report('bad-path', pathSpan, 'this is no path of a file beside the source', PATH_RULE);
  const names: Name[] = [];
  if (!cursor.continues(cursor.peek())) cursor.expected('the names that are used of the file', USE_FILE);
  do names.push(parseUsedName(cursor));
  while (cursor.accept(',') !== null);
  return { item: 'useFile', path, pathSpan, names, span };
}

/** The name of a constant, domain, component or pinned circuit. */
function parseUsedName(cursor: TokenCursor): Name {
  const { kind, text } = cursor.peek();
  const span = cursor.span();
  if (kind === 'name' || kind === 'capital') cursor.next();
  else cursor.expected('the names that are used of the file', USE_FILE);
  if (cursor.at('as'))
    cursor.expected('`,` or the end of the line', 'what is used of a file keeps the name that it has there: leave `as` out');
  return { text, span };
}

/** Checks that a file has exactly one circuit or policy, and that a used file has neither. */
function checkFirst(cursor: TokenCursor, found: Found): void {
  const span = cursor.span();
  if (found.role === 'used') {
    const message = `a file that others use holds constants, domains and components, and no ${cursor.peek().text}`;
    cursor.report('program-in-file', span, message, 'move what is shared into a file of its own');
  }
  const first = found.program;
  found.program ??= span;
  if (first === null || found.role === 'used') return;
  const message = `a file has one circuit or policy; the first stands in line ${first.line}`;
  cursor.report('second-program', span, message, 'what is shared is a `component`');
}

function checkProgram(cursor: TokenCursor, found: Found, sink: DiagnosticSink): void {
  if (sink.errors > 0 || found.program !== null) return;
  cursor.report('missing-program', cursor.span(), 'the source has no circuit', 'write `circuit name { … }`');
}
