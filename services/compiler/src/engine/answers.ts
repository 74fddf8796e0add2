import type { Certification } from '@kirchhoff/coherence';
import { transferring } from '@kirchhoff/engine-host/thread';
import { type Answered, MAX_OPEN_ERRORS, type Open } from './work.js';

/** The octets of a value's JSON. They own their whole buffer, so that they can be moved out of the thread. */
export function jsonBytes(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** An answer whose octets leave the thread without being copied. */
export function answered(value: unknown): Answered {
  const json = jsonBytes(value);
  return transferring({ kind: 'answer', json }, [json.buffer]);
}

/** The open closure domains of a program, in the words of its certification. */
export function openErrors({ errors }: Certification): Open {
  return {
    kind: 'open',
    errors: errors.slice(0, MAX_OPEN_ERRORS),
    total: errors.length,
    missingOutput: errors.some(({ type }) => type === 'unproduced_output'),
  };
}
