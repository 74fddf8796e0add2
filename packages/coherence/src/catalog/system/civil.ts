import { INTEGER } from '../../domain.js';
import type { KindScheme } from '../monomer.js';

/** A date as a record; fields are sorted by name. */
export const DATE: KindScheme = {
  kind: 'record',
  fields: [
    { name: 'day', kind: INTEGER },
    { name: 'month', kind: INTEGER },
    { name: 'year', kind: INTEGER },
  ],
};
