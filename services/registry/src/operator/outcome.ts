/** What a command came to. */
export type Outcome =
  /** Done, or `unfinished`: done as far as it went, and something is left for the operator to look at. */
  | { readonly kind: 'done' | 'unfinished'; readonly lines: readonly string[]; readonly data: Readonly<Record<string, unknown>> }
  /** Nothing was changed. */
  | { readonly kind: 'failed'; readonly message: string; readonly remedy: string };

/** Where a command speaks: what it is asked for goes to `out`, what only accompanies it to `err`. */
export interface Streams {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** 0: done. 1: not, or not wholly. 2: the command or its environment is wrong (see `program.ts`). */
export type ExitCode = 0 | 1 | 2;

export function done(lines: readonly string[], data: Readonly<Record<string, unknown>>): Outcome {
  return { kind: 'done', lines, data };
}

/**
 * @param message what happened and where, a sentence
 * @param remedy what to do now, a sentence
 */
export function failed(message: string, remedy: string): Outcome & { readonly kind: 'failed' } {
  return { kind: 'failed', message, remedy };
}

/** Says what a command came to: for people line by line, for machines (`json`) as one JSON object. */
export function tell(outcome: Outcome, json: boolean, streams: Streams): ExitCode {
  if (outcome.kind === 'failed') {
    const { message, remedy } = outcome;
    streams.err(json ? `${JSON.stringify({ error: message, remedy })}\n` : `${message}\n${remedy}\n`);
    return 1;
  }
  streams.out(json ? `${JSON.stringify(outcome.data)}\n` : outcome.lines.map((line) => `${line}\n`).join(''));
  return outcome.kind === 'done' ? 0 : 1;
}

/** Text that somebody else wrote, fit for a terminal: control and formatting characters are shown, not obeyed. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
