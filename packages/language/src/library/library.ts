import type { ComponentItem } from '../syntax/ast.js';
import { parseSource } from '../syntax/parse.js';

/** A component of the language itself: written in it, and inlined at each call. */
export interface LibraryComponent {
  /** The name by which it is called: in capitals, like a monomer. */
  readonly name: string;
  readonly item: ComponentItem;
}

/** The sources: each is a component whose parameter domains are the full types. */
const SOURCES: Readonly<Record<string, string>> = {
  DIV_UP: `component div_up(a: i64, b: i64) -> i64 {
  -FLOOR_DIV(-a, b)
}`,
  DIV_ROUND: `component div_round(a: i64, b: i64) -> i64 {
  half = if a < 0 { -ABS(b) } else { ABS(b) }
  (2 * a + half) / (2 * b)
}`,
  // Cuts from a text that is long enough, so that the length is known to be the greater of both.
  PAD_END: `component pad_end(t: text[..9], n: i64, fill: text[..9]) -> text[..9] {
  SUBSTRING(t ++ PAD_START("", n, fill), 0, MAX(n, TEXT_LENGTH(t)))
}`,
};

export const LIBRARY: ReadonlyMap<string, LibraryComponent> = new Map(
  Object.entries(SOURCES).map(([name, source]) => [name, { name, item: componentOf(source) }]),
);

function componentOf(source: string): ComponentItem {
  const { file } = parseSource(`${source}\ncircuit c { output y: bool }`);
  const item = file?.items[0];
  if (item?.item !== 'component') throw new Error(`no component: ${source}`);
  return item;
}
