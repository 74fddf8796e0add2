import type { Span } from '../diagnostics/diagnostic.js';
import type { DiagnosticSink } from '../diagnostics/sink.js';
import type { LexedSource } from './lexer.js';
import type { Token } from './token.js';

/** A line that consists of a number or a name only. */
const OPERAND = /^\/\/\s*(?:(?<number>[0-9][0-9_]*)|(?<name>[a-z][a-z0-9_]*))$/;
const PLACEHOLDER = /\{(?<name>[a-z][a-z0-9_]*)\}/g;

/** Warns of valid code that has another meaning in other languages. */
export function warnOfTraps({ tokens, places, comments }: LexedSource, sink: DiagnosticSink): void {
  const names = new Names(tokens);
  for (const { text, trailing, span } of comments) {
    const { number, name } = OPERAND.exec(text)?.groups ?? {};
    if (!trailing || (number === undefined && (name === undefined || !names.has(name)))) continue;
    sink.warning('comment-or-division', span, 'this is a comment: `//` divides nothing', 'write `/`, which drops the rest');
  }
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token?.text === '^' && isPlainNumber(tokens[index + 1])) warnOfPower(places.spanOf(index), sink);
    if (token?.kind !== 'text') continue;
    const followsF = tokens[index - 1]?.text === 'f' && places.offsetOf(index - 1) + 1 === places.offsetOf(index);
    // An error already shows the replacement of `…` and f"…".
    if (!followsF && !token.text.startsWith('`')) warnOfPlaceholder(token.value, places.spanOf(index), names, sink);
  }
}

/** The names of a source, collected at the first use. */
class Names {
  private names: ReadonlySet<string> | null = null;

  constructor(private readonly tokens: readonly Token[]) {}

  has(name: string): boolean {
    this.names ??= new Set(this.tokens.flatMap(({ kind, text }) => (kind === 'name' ? [text] : [])));
    return this.names.has(name);
  }
}

/** Hexadecimal literals are mostly masks. */
function isPlainNumber(token: Token | undefined): boolean {
  return token?.kind === 'integer' && /^[0-9_]+$/.test(token.text);
}

function warnOfPower(span: Span, sink: DiagnosticSink): void {
  sink.warning('power-or-xor', span, '`^` is exclusive or, bit by bit', 'a power is `a ** n`');
}

function warnOfPlaceholder(text: string, span: Span, names: Names, sink: DiagnosticSink): void {
  for (const { groups } of text.matchAll(PLACEHOLDER)) {
    const name = groups?.['name'] ?? '';
    if (!names.has(name)) continue;
    sink.warning(
      'text-placeholder',
      span,
      `the text holds \`{${name}}\` as it stands`,
      `join texts with \`++\`: \`"…" ++ ${name}\`, of an integer \`FORMAT_INT(${name})\``,
    );
    return;
  }
}
