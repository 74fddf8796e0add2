import { readFile } from 'node:fs/promises';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { CARD_FONT, type Card, cardSvg, type Measure, measuredSvg } from './card.js';

/** Both weights of the card's font. The renderer finds no other font, so that every machine draws the same. */
const FONT_FILES = ['dejavu-fonts-ttf/ttf/DejaVuSans.ttf', 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'];

let fonts: Promise<Uint8Array[]> | undefined;

/** Draws a preview picture as PNG. A character that the font does not have is an empty box. */
export async function drawCard(card: Card): Promise<Uint8Array> {
  // Once per thread: the renderer refuses a second start.
  fonts ??= start().catch((error: unknown) => {
    // The next card tries again.
    fonts = undefined;
    throw error;
  });
  const fontBuffers = await fonts;
  const open = (svg: string) => new Resvg(svg, { font: { fontBuffers, defaultFontFamily: CARD_FONT } });
  const measure: Measure = (lines, font) => {
    const parsed = open(measuredSvg(lines, font));
    try {
      const box = parsed.getBBox();
      return box === undefined ? 0 : box.x + box.width;
    } finally {
      parsed.free();
    }
  };
  const parsed = open(cardSvg(card, measure));
  try {
    const image = parsed.render();
    try {
      return image.asPng();
    } finally {
      image.free();
    }
  } finally {
    parsed.free();
  }
}

async function start(): Promise<Uint8Array[]> {
  // All files are read before the start, which cannot be repeated.
  const [program, fontBuffers] = await Promise.all([read('@resvg/resvg-wasm/index_bg.wasm'), Promise.all(FONT_FILES.map(read))]);
  await initWasm(program);
  return fontBuffers;
}

async function read(file: string): Promise<Uint8Array<ArrayBuffer>> {
  return readFile(require.resolve(file));
}
