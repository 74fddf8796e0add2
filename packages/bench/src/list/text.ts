import type { SeededRandom } from './random.js';
import { PEOPLE, PROSE, TOPICS } from './words.js';

/** Returns a word. The nth of the list is about n times as rare as the first (Zipf's law, by the inverse of its continuous form). */
function zipf(words: readonly string[], random: SeededRandom): string {
  const place = Math.floor((words.length + 1) ** random.fraction()) - 1;
  return words[place] ?? '';
}

const SEPARATORS = ['_', '_', '_', ' ', '-'];

/** Such as `card_fee`, `late payment` or `tax-bracket_4711`. */
export function circuitName(random: SeededRandom): string {
  const separator = SEPARATORS[random.below(SEPARATORS.length)] ?? '_';
  const words = Array.from({ length: 1 + random.below(3) }, () => zipf(TOPICS, random));
  return random.below(4) === 0 ? `${words.join(separator)}_${random.below(10_000)}` : words.join(separator);
}

/** One or two sentences, sometimes empty. */
export function circuitDescription(random: SeededRandom): string {
  const length = random.below(20) === 0 ? 0 : 5 + random.below(30);
  const text = Array.from({ length }, () => zipf(PROSE, random)).join(' ');
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

export function personName(random: SeededRandom): string {
  return `${PEOPLE[random.below(PEOPLE.length)] ?? ''} ${String.fromCodePoint(65 + random.below(26))}.`;
}
