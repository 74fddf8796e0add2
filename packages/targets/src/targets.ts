import { c } from './c/c.js';
import { javascript } from './ecmascript/javascript.js';
import { typescript } from './ecmascript/typescript.js';
import { go } from './go/go.js';
import { java } from './java/java.js';
import { python } from './python/python.js';
import { rust } from './rust/rust.js';
import type { Emitter, Target } from './target.js';
import { wasm } from './wasm/wasm.js';

/** Emitters, each in its own folder, in the order of the displayed lists. */
const EMITTERS: readonly Emitter[] = [javascript, typescript, python, go, rust, c, java, wasm];

/** Increased with every change that affects the output of a target. */
export const EMITTER_VERSION = '1.11.0';

export const TARGETS: readonly Target[] = EMITTERS.map((emitter) => emitter.target);

/** Returns the target with that id or alias; otherwise `undefined`. */
export function targetNamed(name: string): Target | undefined {
  return TARGETS.find((target) => target.id === name || target.aliases.includes(name));
}

/** Returns the emitter of a target of {@link TARGETS}. */
export function emitterOf(target: Target): Emitter {
  const emitter = EMITTERS.find((candidate) => candidate.target.id === target.id);
  if (emitter === undefined) throw new RangeError(`no emitter for the target ${target.id}`);
  return emitter;
}
