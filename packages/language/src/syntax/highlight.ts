import { DiagnosticSink } from '../diagnostics/sink.js';
import { INTEGER_DOMAINS } from './grammar.js';
import { lex } from './lexer.js';
import type { Token } from './token.js';

/** The kinds that a reader tells apart by colour. */
export type HighlightKind = 'plain' | 'keyword' | 'domain' | 'operation' | 'number' | 'text' | 'comment';

export interface HighlightedPart {
  readonly kind: HighlightKind;
  readonly text: string;
}

/** Words that name a domain, beside those of integers. */
const DOMAIN_WORDS: ReadonlySet<string> = new Set([...INTEGER_DOMAINS, 'bool', 'enum', 'text', 'bytes']);

/**
 * Splits a source into parts with the kinds of their tokens. The texts of the parts together are the source, also if it has faults.
 * No part but `plain` contains a line end.
 */
export function highlight(source: string): readonly HighlightedPart[] {
  const { tokens, places, comments } = lex(source, new DiagnosticSink(source));
  const marks = [
    ...tokens.flatMap((token, index) => {
      const kind = kindOf(token, tokens[index + 1]);
      return kind === 'plain' ? [] : [{ kind, at: places.offsetOf(index), length: places.lengthOf(index) }];
    }),
    ...comments.map(({ span }) => ({ kind: 'comment' as const, at: span.offset, length: span.length })),
  ].toSorted((a, b) => a.at - b.at);
  const parts: HighlightedPart[] = [];
  let offset = 0;
  for (const { kind, at, length } of marks) {
    if (at < offset) continue;
    if (at > offset) parts.push({ kind: 'plain', text: source.slice(offset, at) });
    parts.push({ kind, text: source.slice(at, at + length) });
    offset = at + length;
  }
  if (offset < source.length) parts.push({ kind: 'plain', text: source.slice(offset) });
  return parts;
}

function kindOf(token: Token, next: Token | undefined): HighlightKind {
  switch (token.kind) {
    case 'keyword':
      return DOMAIN_WORDS.has(token.text) ? 'domain' : 'keyword';
    case 'capital':
      return next?.text === '(' ? 'operation' : 'domain';
    case 'name':
      return DOMAIN_WORDS.has(token.text) && (next?.text === '[' || INTEGER_DOMAINS.has(token.text)) ? 'domain' : 'plain';
    case 'integer':
      return 'number';
    case 'text':
    case 'bytes':
      return 'text';
    case 'symbol':
    case 'wildcard':
    case 'end':
      return 'plain';
  }
}
