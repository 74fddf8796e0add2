import type { DiagnosticSink } from '../diagnostics/sink.js';
import type { LexedSource } from './lexer.js';
import type { Token } from './token.js';

/** A line that consists of a number or a name only. */
const OPERAND = /^\/\/\s*(?:(?<number>[0-9][0-9_]*)|(?<name>[a-z][a-z0-9_]*))$/;
const PLACEHOLDER = /\{(?<name>[a-z][a-z0-9_]*)\}/g;

/** Warns of valid code that has another meaning in other languages. */
export function warnOfTraps({ tokens, comments }: LexedSource, sink: DiagnosticSink): void {
  const names = new Names(tokens);
  for (const { text, trailing, span } of comments) {
    const { number, name } = OPERAND.exec(text)?.groups ?? {};
    if (!trailing || (number === undefined && (name === undefined || !names.has(name)))) continue;
    sink.warning('comment-or-division', span, 'this is a comment: `//` divides nothing', 'write `/`, which drops the rest');
  }
  tokens.forEach((token, index) => {
    if (token.kind === 'symbol' && token.text === '^') warnOfPower(token, tokens[index + 1], sink);
    if (token.kind === 'text' && !isForeignTemplate(token, tokens[index - 1])) warnOfPlaceholder(token, names, sink);
  });
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
function warnOfPower(token: Token, right: Token | undefined, sink: DiagnosticSink): void {
  if (right?.kind !== 'integer' || !/^[0-9_]+$/.test(right.text)) return;
  sink.warning('power-or-xor', token.span, '`^` is exclusive or, bit by bit', 'a power is `a ** n`');
}

function warnOfPlaceholder(token: Extract<Token, { kind: 'text' }>, names: Names, sink: DiagnosticSink): void {
  for (const { groups } of token.value.matchAll(PLACEHOLDER)) {
    const name = groups?.['name'] ?? '';
    if (!names.has(name)) continue;
    sink.warning(
      'text-placeholder',
      token.span,
      `the text holds \`{${name}}\` as it stands`,
      `join texts with \`++\`: \`"…" ++ ${name}\`, of an integer \`FORMAT_INT(${name})\``,
    );
    return;
  }
}

/** Returns true for `…` and f"…": an error already shows their replacement. */
function isForeignTemplate(token: Token, before: Token | undefined): boolean {
  return token.text.startsWith('`') || (before?.text === 'f' && before.span.offset + 1 === token.span.offset);
}
