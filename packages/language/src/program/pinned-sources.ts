import type { ResolvedPins } from './pins.js';
import type { Program } from './program.js';
import { read } from './read.js';

/** The source of a circuit under the text of the pin that it was resolved for. */
export interface PinnedSource {
  /** `cir_<id>@<hash>`. */
  readonly pin: string;
  readonly source: string;
}

/**
 * What a source that was resolved once is read with: the programs of the sources that it pins, directly or through
 * others, each listed after those that it pins itself. One that does not read is left out, so that `read` says where
 * it was needed.
 */
export function programsOf(pinned: readonly PinnedSource[]): ResolvedPins {
  const programs = new Map<string, Program>();
  for (const { pin, source } of pinned) {
    const reading = read(source, { pins: programs });
    if (reading.ok) programs.set(pin, reading.program);
  }
  return programs;
}
