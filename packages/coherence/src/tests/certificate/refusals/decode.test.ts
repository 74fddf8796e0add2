import { DECODE } from '../../../testing/forged/decode.js';
import { testRefusals } from '../../../testing/forged.js';

testRefusals('decode', DECODE);
