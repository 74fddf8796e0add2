import { ENGINE_VERSION } from '@kirchhoff/kernel/limits';
import { HEADER } from '../../../testing/forged/header.js';
import { testRefusals } from '../../../testing/forged.js';

testRefusals('header', HEADER);

test('the engine that certificates are made by is not one whose kernel was wrong', () => {
  expect(ENGINE_VERSION).not.toBe('1.0.0');
});
