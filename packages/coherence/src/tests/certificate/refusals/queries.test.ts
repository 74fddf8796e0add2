import { QUERIES } from '../../../testing/forged/queries.js';
import { testRefusals } from '../../../testing/forged.js';

testRefusals('queries', QUERIES);
