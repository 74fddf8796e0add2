import { BOUNDS } from '../../../testing/forged/bounds.js';
import { testRefusals } from '../../../testing/forged.js';

testRefusals('bounds', BOUNDS);
