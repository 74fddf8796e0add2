import type { ProgramsByPin } from './pins.js';
import type { Program } from './program.js';
import { read } from './read.js';

/** The source of a circuit, with the text of its pin. */
export interface PinnedSource {
  /** `cir_<id>@<hash>`. */
  readonly pin: string;
  readonly source: string;
}

/**
 * Reads the sources that a source pins, directly or through others, each listed after its own pins. A source that cannot be read
 * is left out, so that `read` reports it at its use.
 */
export function programsOf(pinned: readonly PinnedSource[]): ProgramsByPin {
  const programs = new Map<string, Program>();
  for (const { pin, source } of pinned) {
    const reading = read(source, { pins: programs });
    if (reading.ok) programs.set(pin, reading.program);
  }
  return programs;
}
