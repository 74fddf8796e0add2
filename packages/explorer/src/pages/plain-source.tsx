import type { ComponentChildren } from 'preact';
import { readSource } from '../syntax/tokens.js';

/** A longer source has no colours before the editor has loaded. */
const MAX_COLOURED = 16_384;

/**
 * The source as a plain field above its coloured text, which is all that a person needs before the editor has loaded. Both have the same
 * font and the same breaks of lines, so that the letters of the one lie on those of the other.
 */
export function PlainSource({ source, form }: { readonly source: string; readonly form: string }) {
  return (
    <div class="plain">
      <pre aria-hidden="true">
        <ColouredLines source={source} />
      </pre>
      <textarea
        form={form}
        name="source"
        aria-label="Source of the circuit"
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        value={`\n${source}`}
      />
    </div>
  );
}

/** The lines of a source; their numbers are written by the style sheet. */
export function ColouredLines({ source }: { readonly source: string }) {
  return (
    <>
      {linesOf(source).map((line, index) => (
        <div class="line" key={index}>
          {line}
          {'\n'}
        </div>
      ))}
    </>
  );
}

function linesOf(source: string): readonly ComponentChildren[] {
  const lines = source.split('\n');
  if (source.length > MAX_COLOURED) return lines;
  const { tokens, roles } = readSource(source);
  let next = 0;
  let at = 0;
  return lines.map((line) => {
    const end = at + line.length;
    const parts: ComponentChildren[] = [];
    for (let token = tokens[next]; token !== undefined && token.from < end; token = tokens[next]) {
      const to = Math.min(token.to, end);
      parts.push(source.slice(at, Math.max(at, token.from)));
      parts.push(
        <span class={roles[next]} key={next}>
          {source.slice(Math.max(at, token.from), to)}
        </span>,
      );
      at = to;
      // A text that has no end goes on in the next line.
      if (token.to > end) break;
      next += 1;
    }
    parts.push(source.slice(at, end));
    at = end + 1;
    return parts;
  });
}
