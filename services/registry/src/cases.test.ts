import { describeCases } from '@kirchhoff/testing';
import { closeSharedRegistry } from './testing/registry.fixture.js';

describeCases(__dirname, '.cases.js', require);
afterAll(closeSharedRegistry);
