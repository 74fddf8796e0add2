import type { BareQueue } from './bare-queue.js';
import { sourceNumber } from './circuits.js';
import { post } from './post.js';
import { median, quantile } from './statistics.js';

const CERTIFICATIONS = 300;
const WARM_UP = 200;
/** Bar for certify end to end, as a multiple of BullMQ's time from add to complete, at the median. */
export const CERTIFY_AIM = 4.5;

export interface CertifyTimes {
  /** Milliseconds. */
  readonly certify: { readonly p50: number; readonly p99: number };
  readonly queue: { readonly p50: number; readonly p99: number };
  /** The ratio of the medians. */
  readonly ratio: number;
}

/**
 * Measures certify over HTTP (to the worker's process and back) and BullMQ's own round trip, in turns. Every circuit differs, so
 * that no run reuses a proof.
 */
export async function timeCertify(origin: string, key: string, queue: BareQueue, first: number): Promise<CertifyTimes> {
  const certify: number[] = [];
  const bare: number[] = [];
  for (let done = 0; done < WARM_UP + CERTIFICATIONS; done += 1) {
    const circuit = await post(`${origin}/v1/circuits`, { name: `timed ${done}`, source: sourceNumber(first + done) }, key);
    const started = performance.now();
    const certified = await post(`${origin}/v1/circuits/${String(circuit['pid'])}/certify`, {}, key);
    const took = performance.now() - started;
    if (certified['phi_c'] !== 1) throw new Error('a circuit that closes was left open');
    const alone = await queue.time();
    if (done < WARM_UP) continue;
    certify.push(took);
    bare.push(alone);
  }
  return { certify: describe(certify), queue: describe(bare), ratio: median(certify) / median(bare) };
}

function describe(times: readonly number[]): { readonly p50: number; readonly p99: number } {
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
}
