import { endModules } from '@kirchhoff/targets/dist/testing/loaded.js';
import { describeCases } from '@kirchhoff/testing';
import { closeSharedCompiler } from './testing/compiler.fixture.js';

describeCases(__dirname, '.cases.js', require);
afterAll(closeSharedCompiler);
afterAll(endModules);
