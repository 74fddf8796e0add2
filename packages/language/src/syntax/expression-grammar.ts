import type { Block, Expression, Source } from './ast.js';
import type { TokenCursor } from './cursor.js';

/** The mutually recursive parts of the expression grammar, so that each can be in a file of its own. */
export interface Grammar {
  expression(cursor: TokenCursor): Expression;
  /** The value or range of a loop. */
  source(cursor: TokenCursor): Source;
  /** A block in braces. */
  block(cursor: TokenCursor): Block;
}
