import type { Span } from '@kirchhoff/language/diagnostics/diagnostic';
import { DiagnosticSink } from '@kirchhoff/language/diagnostics/sink';
import { pairBrackets } from '@kirchhoff/language/syntax/brackets';
import { lex } from '@kirchhoff/language/syntax/lexer';
import { parseSource } from '@kirchhoff/language/syntax/parse';
import type { Comment, Token } from '@kirchhoff/language/syntax/token';

/** The language's own reading of a source, with which tests compare that of an editor. */

/** A source as the lexer reads it. */
interface Lexed {
  readonly tokens: readonly (Token & { readonly span: Span })[];
  readonly comments: readonly Comment[];
  /** For each bracket the index of its partner. */
  readonly partners: Int32Array;
  /** The count of faulty tokens. */
  readonly faults: number;
}

export function lexed(source: string): Lexed {
  const sink = new DiagnosticSink(source);
  const { tokens, places, comments } = lex(source, sink);
  const placed = tokens.map((token, index) => ({ ...token, span: places.spanOf(index) }));
  return { tokens: placed, comments, partners: pairBrackets(tokens), faults: sink.errors };
}

/** The offsets of all names in the tree of a valid source; `null` if it does not parse. */
export function namesOf(source: string): ReadonlySet<number> | null {
  const { file } = parseSource(source);
  if (file === null) return null;
  const found = new Set<number>();
  const waiting: unknown[] = [file];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (Array.isArray(next)) for (const each of next) waiting.push(each);
    else if (typeof next === 'object' && next !== null) {
      const offset = nameOffset(next);
      if (offset !== null) found.add(offset);
      for (const each of Object.values(next)) if (each !== null && each !== undefined) waiting.push(each);
    }
  }
  return found;
}

/** A declaration has its name as text and place; a use is an expression, a call, a bound or the name of a domain. */
function nameOffset(node: object): number | null {
  if (!('span' in node) || typeof node.span !== 'object' || node.span === null || !('offset' in node.span)) return null;
  const isName = 'text' in node || ('form' in node && (node.form === 'name' || node.form === 'call')) || 'callee' in node;
  const isConstant = 'bound' in node && node.bound === 'constant';
  return (isName || isConstant) && typeof node.span.offset === 'number' ? node.span.offset : null;
}
