import { describeCases } from '@kirchhoff/platform/dist/testing/index.js';
import { closeSharedRegistry } from './testing/registry.fixture.js';

describeCases(__dirname, '.worker-cases.js');
afterAll(closeSharedRegistry);
