/** A search text as words, so that no part of it can act as an operator. */
export interface Search {
  /** The significant part of the text: searching for it finds the same. */
  readonly text: string;
  /** Compared with whole names. */
  readonly name: string;
  /** All of them have to be found as they are. Postgres folds case. */
  readonly words: readonly string[];
  /** The last word as far as it was typed: it may go on. Undefined where a space or a sign has ended it. */
  readonly beginning: string | undefined;
}

/** Code points, more than any name has; words behind it are ignored. */
const MAX_TEXT_LENGTH = 200;
const MAX_WORDS = 16;

/** As the column `circuits.search` takes text apart: a sign of ASCII ends a word, so that `card_fee` is two. */
const BETWEEN_WORDS = /[\s!-/:-@[-`{-~]+/u;
const ENDED = new RegExp(`${BETWEEN_WORDS.source}$`, 'u');

/** @param text as it was typed: any string without NUL; a blank one gives `undefined` */
export function readSearch(text: string): Search | undefined {
  const name = text.normalize('NFKC').trim();
  if (name === '') return undefined;
  const start = countedPart(name);
  const isEnded = start !== name || /\s$/u.test(text);
  const counted = isEnded ? `${start} ` : start;
  const words = counted.split(BETWEEN_WORDS).filter((word) => word !== '');
  const mayGoOn = words.length <= MAX_WORDS && !ENDED.test(counted);
  const whole = mayGoOn ? words.slice(0, -1) : words.slice(0, MAX_WORDS);
  return { text: counted, name: start, words: [...new Set(whole)], beginning: mayGoOn ? words.at(-1) : undefined };
}

/** Cut between words, so that no half of a word is looked for; or through a word that is too long by itself. */
function countedPart(text: string): string {
  const start = Array.from(text.slice(0, 2 * MAX_TEXT_LENGTH + 2)).slice(0, MAX_TEXT_LENGTH + 1);
  if (start.length <= MAX_TEXT_LENGTH) return text;
  const border = start.findLastIndex((character) => BETWEEN_WORDS.test(character));
  return start
    .slice(0, border > 0 ? border : MAX_TEXT_LENGTH)
    .join('')
    .trim();
}
