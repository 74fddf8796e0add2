import { itKeepsItsContract } from '@kirchhoff/testing/contract-fuzz';
import { type FuzzWorld, openFuzzWorld } from './testing/fuzz-world.fixture.js';

let opened: FuzzWorld | undefined;
afterAll(async () => opened?.close());

itKeepsItsContract(async () => {
  opened = await openFuzzWorld();
  return opened.world;
});
