import { applyMonomer } from '../catalog/apply-monomer.js';
import type { PageAnswer, PageQuestion } from './page-protocol.js';

/** The engine for pages that show: it evaluates and checks, and never searches for a proof. */

declare const self: DedicatedWorkerGlobalScope;

// A worker's messages have no origin, unlike a window's.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const answer = (message: PageAnswer): void => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<PageQuestion>): void => {
  switch (data.kind) {
    case 'apply':
      answer({ kind: 'applied', number: data.number, application: applyMonomer(data.name, data.texts) });
  }
});
