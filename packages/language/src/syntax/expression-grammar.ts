import type { Block, Expression, Source } from './ast.js';
import type { Cursor } from './cursor.js';

/** The parts of the expression grammar that hold one another, so that each may stand in a file of its own. */
export interface Grammar {
  expression(cursor: Cursor): Expression;
  /** The value or range that a loop runs over. */
  source(cursor: Cursor): Source;
  /** A block in braces. */
  block(cursor: Cursor): Block;
}
