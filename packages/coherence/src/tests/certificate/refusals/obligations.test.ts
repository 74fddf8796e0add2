import { OBLIGATIONS } from '../../../testing/forged/obligations.js';
import { testRefusals } from '../../../testing/forged.js';

testRefusals('obligations', OBLIGATIONS);
