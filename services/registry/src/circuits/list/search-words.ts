/** A search text as words, so that no part of it acts as an operator. */
export interface Search {
  /** The normalized text: searching for it returns the same result. */
  readonly text: string;
  /** The text that is compared with whole names. */
  readonly name: string;
  /** Words that must match exactly; Postgres folds case. */
  readonly words: readonly string[];
  /** The unfinished last word, matched as a prefix; `undefined` if a space or a sign ends it. */
  readonly beginning: string | undefined;
}

/** Code points, more than a name may have; words beyond are ignored. */
const MAX_TEXT_LENGTH = 200;
const MAX_WORDS = 16;

/** Separators as in the column `circuits.search`: an ASCII sign ends a word, so that `card_fee` is two words. */
const BETWEEN_WORDS = /[\s!-/:-@[-`{-~]+/u;
const ENDED = new RegExp(`${BETWEEN_WORDS.source}$`, 'u');

/** @param text the text as typed, without NUL; `undefined` is returned if it is blank */
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

/** Cuts between words, so that half a word is never searched for; a single word that is too long is cut. */
function countedPart(text: string): string {
  const start = Array.from(text.slice(0, 2 * MAX_TEXT_LENGTH + 2)).slice(0, MAX_TEXT_LENGTH + 1);
  if (start.length <= MAX_TEXT_LENGTH) return text;
  const border = start.findLastIndex((character) => BETWEEN_WORDS.test(character));
  return start
    .slice(0, border > 0 ? border : MAX_TEXT_LENGTH)
    .join('')
    .trim();
}
