import { type Answer, document } from '@kirchhoff/platform';

export const SVG = 'image/svg+xml';

/** A picture opened by itself is a document of this origin: it may not run scripts, load or send. Browsers lay out a bitmap by styles. */
export const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Returns the response of a picture whose address also has another format. */
export function picture(svg: string | Uint8Array, headers: Readonly<Record<string, string>> = {}, status: 200 | 404 = 200): Answer {
  return document(`${SVG}; charset=utf-8`, svg, { 'Content-Security-Policy': PICTURE_POLICY, Vary: 'Accept', ...headers }, status);
}
