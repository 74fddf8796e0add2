import { itKeepsItsContract } from '@kirchhoff/platform/dist/testing/contract-fuzz/index.js';
import { type FuzzWorld, openFuzzWorld } from './testing/fuzz-world.fixture.js';

let opened: FuzzWorld | undefined;
afterAll(async () => opened?.close());

itKeepsItsContract(async () => {
  opened = await openFuzzWorld();
  return opened.world;
});
