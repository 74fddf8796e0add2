import type { Messages } from '@kirchhoff/platform';

const CHANNEL = 'policies:changed';

/** Says to every process that a policy has another version or was withdrawn. With Redis out nobody hears it at once. */
export async function announceChange(messages: Messages, policyId: string): Promise<void> {
  await messages.publish(CHANNEL, policyId);
}

/** Hears of changes by other processes, and by this one. */
export async function followChanges(messages: Messages, changed: (policyId: string) => void): Promise<void> {
  await messages.subscribe(CHANNEL, changed);
}
