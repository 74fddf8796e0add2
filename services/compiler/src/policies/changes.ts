import type { Messages } from '@kirchhoff/platform';

const CHANNEL = 'policies:changed';

/** Announces to every process that a policy has another version, or was withdrawn. While Redis is out, the message is lost. */
export async function announceChange(messages: Messages, policyId: string): Promise<void> {
  await messages.publish(CHANNEL, policyId);
}

/** Subscribes to changes by all processes, including this one. */
export async function followChanges(messages: Messages, changed: (policyId: string) => void): Promise<void> {
  await messages.subscribe(CHANNEL, changed);
}
