import { call, name } from '../expression.js';
import { type Emission, type Emissions, isAtMost } from './emission.js';

/** A source returns an error beside its value. */
function asked(piece: 'askNow' | 'askRandom' | 'askUUID' | 'askEnv', needs?: Emission['needs']): Emission {
  const write: Emission['write'] = (a) => call(a.use(piece), name('host'), ...a.args);
  return needs === undefined ? { write } : { write, needs };
}

/** The entropy sources, by name. They are never closed, and are compiled only if an open circuit is allowed. */
export const SOURCES = {
  NOW: asked('askNow'),
  RANDOM: asked('askRandom', (a) => [isAtMost(a, 0, 1)]),
  UUID: asked('askUUID'),
  ENV: asked('askEnv'),
} satisfies Emissions;
