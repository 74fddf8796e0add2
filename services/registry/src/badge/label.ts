/** What the left half of a badge says unless it is asked for something else. */
export const DEFAULT_LABEL = 'kirchhoff';

const MAX_LENGTH = 60;
const GRAPHEMES = new Intl.Segmenter();
/**
 * Control characters, halves of surrogate pairs and characters that never are any, and what turns the direction of
 * text around: that would reach beyond the label. Joiners stay, for emoji and Persian.
 */
const DROPPED = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/**
 * The label that a request asks for, fit to be shown: at most 60 characters, none of them cut in two, spaces at the ends
 * and what cannot be shown left out. It may be empty: then there is no left half.
 */
export function labelOf(asked: string | undefined): string {
  if (asked === undefined) return DEFAULT_LABEL;
  const text = asked
    .replaceAll(/[\t\n\r]+/g, ' ')
    .replaceAll(DROPPED, '')
    .trim();
  if (Array.from(text).length <= MAX_LENGTH) return text;
  let kept = '';
  let length = 1;
  for (const { segment } of GRAPHEMES.segment(text)) {
    length += Array.from(segment).length;
    if (length > MAX_LENGTH) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
