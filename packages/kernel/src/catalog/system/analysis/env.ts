import { option, texts } from '../../../abstract/abstract.js';
import type { Analysis } from '../../monomer.js';
import { onReached } from '../../reached.js';

/** None, or any text of up to 4,096 code points. */
export const envAnalysis: Analysis = onReached({ transfer: () => option(true, texts(0, 4096)) });
