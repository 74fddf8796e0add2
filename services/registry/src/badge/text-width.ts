/** Widths in Verdana at 11 px, of U+0020 to U+007E, in hundredths of a pixel. */
const ASCII: readonly number[] = [
  387, 433, 505, 900, 699, 1184, 799, 295, 500, 500, 699, 900, 400, 500, 400, 500, 699, 699, 699, 699, 699, 699, 699, 699, 699, 699, 500,
  500, 900, 900, 900, 600, 1100, 752, 754, 768, 848, 696, 632, 853, 827, 463, 500, 762, 612, 927, 823, 866, 663, 866, 765, 752, 678, 805,
  752, 1088, 754, 677, 754, 500, 500, 500, 900, 699, 699, 661, 685, 573, 685, 655, 387, 685, 696, 302, 379, 651, 302, 1070, 696, 668, 685,
  685, 469, 573, 433, 696, 651, 900, 651, 651, 578, 698, 500, 698, 900,
];
const PHI = 869;
const MIDDLE_DOT = 400;
const ELLIPSIS = 900;
/** Letters of other alphabets; slightly wider than most. */
const OTHER = 750;
/** East Asian and emoji. */
const WIDE = 1_100;

const GRAPHEMES = new Intl.Segmenter();
/** Characters that never combine; splitting other texts into graphemes costs a hundred times as much. */
const SINGLE = /^[\x20-\x7Eφ·…]*$/;

/** Returns the width of a text in Verdana at 11 px, in pixels; an estimate for scripts other than Latin. */
export function textWidth(text: string): number {
  const characters = SINGLE.test(text) ? Array.from(text) : Array.from(GRAPHEMES.segment(text), ({ segment }) => segment);
  return Math.round(characters.reduce((hundredths, character) => hundredths + widthOf(character), 0) / 100);
}

/** Returns the width of a grapheme: a character with its accents and joined parts. */
function widthOf(grapheme: string): number {
  const code = grapheme.codePointAt(0) ?? 0;
  const ascii = ASCII[code - 0x20];
  if (ascii !== undefined) return ascii;
  if (grapheme === 'φ') return PHI;
  if (grapheme === '·') return MIDDLE_DOT;
  if (grapheme === '…') return ELLIPSIS;
  return /^[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60]|\p{Extended_Pictographic}/u.test(grapheme)
    ? WIDE
    : OTHER;
}
