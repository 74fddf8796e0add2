import { REPLAY } from '../../../testing/forged/replay.js';
import { testRefusals } from '../../../testing/forged.js';

testRefusals('replay', REPLAY);
