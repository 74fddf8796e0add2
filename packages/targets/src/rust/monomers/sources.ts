import { atom, attempt, call, compared } from '../expression.js';
import type { Emission, Emissions } from './emission.js';

function asked(name: 'now' | 'random' | 'uuid' | 'env', needs?: Emission['needs']): Emission {
  const write: Emission['write'] = (a) => attempt(call(a.use(name), atom('host'), ...a.typed.map((_, index) => a.borrowed(index))));
  return needs === undefined ? { write } : { write, needs };
}

/** The entropy sources, by name. They are never closed, and are compiled only if an open circuit is allowed. */
export const SOURCES = {
  NOW: asked('now'),
  RANDOM: asked('random', (a) => [compared(a.value(0), '<=', a.value(1))]),
  UUID: asked('uuid'),
  ENV: asked('env'),
} satisfies Emissions;
