/** The default of a badge's left half. */
export const DEFAULT_LABEL = 'kirchhoff';

const MAX_LENGTH = 60;
const GRAPHEMES = new Intl.Segmenter();
/**
 * Control characters, unpaired surrogates, noncharacters, and characters that change the text direction, which would affect the
 * text around the label. Joiners stay: emoji and Persian need them.
 */
const DROPPED = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/**
 * Makes the label of a request fit to be shown: at most 60 whole characters, without spaces at the ends and without invisible
 * characters. An empty label leaves the left half out.
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
