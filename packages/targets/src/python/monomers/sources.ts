import { call, compared, primary } from '../expression.js';
import { argument, type Emission, type Emissions } from './emission.js';

function asked(name: '_now' | '_random' | '_uuid' | '_env', needs?: Emission['needs']): Emission {
  const write: Emission['write'] = (a) => call(a.use(name), primary('host'), ...a.args);
  return needs === undefined ? { write } : { write, needs };
}

/** The entropy sources, by name. They are never closed, and are compiled only if an open circuit is allowed. */
export const SOURCES = {
  NOW: asked('_now'),
  RANDOM: asked('_random', (a) => [compared(argument(a, 0), '<=', argument(a, 1))]),
  UUID: asked('_uuid'),
  ENV: asked('_env'),
} satisfies Emissions;
