import { describeCases } from '@kirchhoff/platform/dist/testing/index.js';
import { closeSharedCompiler } from './testing/compiler.fixture.js';

describeCases(__dirname, '.cases.js');
afterAll(closeSharedCompiler);
