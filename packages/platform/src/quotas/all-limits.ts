import type { RateLimit, RateWindow } from './rate-decision.js';

/** One limit of several: asked in their order, until one refuses. */
export function allLimits(...limits: readonly RateLimit[]): RateLimit {
  return {
    take: async (subject) => {
      const windows: RateWindow[] = [];
      for (const limit of limits) {
        const decision = await limit.take(subject);
        windows.push(...decision.windows);
        if (decision.kind === 'limited') return { ...decision, windows };
      }
      return { kind: 'allowed', windows };
    },
  };
}
