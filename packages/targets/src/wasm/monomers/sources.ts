import { argument, type Emissions } from './emission.js';

/** The entropy sources, by name: functions of the host. Circuits with them are never closed. */
export const SOURCES = {
  NOW: { write: () => ['call', '$host.now'] },
  RANDOM: {
    needs: (a) => [['i64.le_s', argument(a, 0), argument(a, 1)]],
    write: (a) => ['call', '$host.random', ...a.args],
  },
  UUID: { write: () => ['call', '$host.uuid'] },
  ENV: { write: (a) => ['call', '$host.env', ...a.args] },
} satisfies Emissions;
