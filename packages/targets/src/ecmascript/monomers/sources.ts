import type { MonomerName } from '@kirchhoff/coherence';
import { call } from '../expression.js';
import { argument, compared, type Emission, piece } from './emission.js';

/** The entropy sources, by name. They are never closed, and are compiled only if an open circuit is allowed. */
export const SOURCES = {
  NOW: { gives: 'other', plain: (application) => call(application.runtime.use('currentTime'), [], 'number') },
  RANDOM: {
    gives: 'integer',
    overflows: 'never',
    needs: (application) => [compared(argument(application, 0), '<=', argument(application, 1))],
    bigints: (application) => call(application.runtime.use('randomInteger'), application.args, 'bigint'),
  },
  UUID: piece('randomUuid', 'other'),
  ENV: piece('environmentOf', 'other'),
} satisfies Partial<Record<MonomerName, Emission>>;
