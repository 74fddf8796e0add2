import { type HighlightedPart, highlight, MONOMERS } from '@kirchhoff/coherence';
import { diffLines } from 'diff';
import type { ComponentChildren } from 'preact';
import type { SourceDifference } from './types.js';

/** A longer source is shown without colours, since each token is an element that the server renders. */
const MAX_HIGHLIGHTED = 16_384;
/** A longer source is shown without numbers of lines. */
const MAX_NUMBERED = 131_072;
/** A source of more lines is shown without their numbers: each line is an element that the server renders. */
const MAX_LINES = 5_000;
/** Longer sources are not compared line by line. */
const MAX_COMPARED = 65_536;

const OPERATIONS: ReadonlySet<string> = new Set(MONOMERS.map(({ name }) => name));

/** A source with colours and numbered lines. An operation of the catalog is a link to its page. */
export function Source({ source }: { readonly source: string }) {
  if (source.length > MAX_NUMBERED || source.split('\n', MAX_LINES + 1).length > MAX_LINES) {
    return (
      <pre class="source" tabIndex={0}>
        <code>{source}</code>
      </pre>
    );
  }
  return (
    <pre class="source" tabIndex={0}>
      <code>
        {linesOf(partsOf(source.replace(/\n$/, ''))).map((parts, index) => (
          <span class="line" id={`L${index + 1}`} key={index}>
            {parts.map(partOf)}
            {'\n'}
          </span>
        ))}
      </code>
    </pre>
  );
}

function partsOf(source: string): readonly HighlightedPart[] {
  return source.length > MAX_HIGHLIGHTED ? [{ kind: 'plain', text: source }] : highlight(source);
}

function partOf({ kind, text }: HighlightedPart, index: number): ComponentChildren {
  if (kind === 'plain') return text;
  if (kind === 'operation' && OPERATIONS.has(text)) {
    return (
      <a class="operation" href={`/catalog/${text}`} key={index}>
        {text}
      </a>
    );
  }
  return (
    <span class={kind} key={index}>
      {text}
    </span>
  );
}

function linesOf(parts: readonly HighlightedPart[]): readonly (readonly HighlightedPart[])[] {
  const lines: HighlightedPart[][] = [[]];
  for (const { kind, text } of parts) {
    for (const [index, piece] of text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (piece !== '') lines.at(-1)?.push({ kind, text: piece });
    }
  }
  return lines;
}

/** Beyond this many changed lines, the differences of two sources are not worked out. */
const MAX_CHANGES = 200;
/** The unchanged lines that are kept around a change. */
const CONTEXT = 3;

/** The lines that two versions of a source do not share. */
export function Difference({ difference }: { readonly difference: SourceDifference }) {
  const { old, new: current, oldSource, newSource } = difference;
  const changes =
    oldSource.length > MAX_COMPARED || newSource.length > MAX_COMPARED
      ? undefined
      : diffLines(oldSource, newSource, { maxEditLength: MAX_CHANGES });
  if (changes === undefined) return <p>The sources differ in too many lines to list them. Open both versions to compare them.</p>;
  if (changes.every(({ added, removed }) => !added && !removed)) return <p>The two sources are equal, letter by letter.</p>;
  return (
    <pre class="difference" tabIndex={0} role="region" aria-label={`Lines that differ between version ${old} and version ${current}`}>
      <code>
        {changes.map(({ added, removed, value }, index) => {
          const lines = value.replace(/\n$/, '').split('\n');
          if (added) return <ins key={index}>{lines.map((line) => `+ ${line}\n`).join('')}</ins>;
          if (removed) return <del key={index}>{lines.map((line) => `- ${line}\n`).join('')}</del>;
          return <span key={index}>{shortened(lines, index === 0, index === changes.length - 1)}</span>;
        })}
      </code>
    </pre>
  );
}

function shortened(lines: readonly string[], isFirst: boolean, isLast: boolean): string {
  const head = isFirst ? 0 : CONTEXT;
  const tail = isLast ? 0 : CONTEXT;
  if (lines.length <= head + tail + 1) return lines.map((line) => `  ${line}\n`).join('');
  const kept = [...lines.slice(0, head), null, ...(tail === 0 ? [] : lines.slice(-tail))];
  return kept.map((line) => (line === null ? `  … ${lines.length - head - tail} equal lines\n` : `  ${line}\n`)).join('');
}
