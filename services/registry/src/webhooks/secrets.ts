import { createCipheriv, createDecipheriv } from 'node:crypto';
import { type EncryptionKey, encryptionKeysOf, type Randomness } from '@kirchhoff/platform';
import { SECRET_BYTES } from '../events/sender.js';

/*
 * The stored form of a signing secret: the secret itself, of 32 bytes, or an envelope, which is longer:
 *
 *   version (1) ‖ length of the key's id ‖ id ‖ nonce (12) ‖ ciphertext (32) ‖ tag (16)
 *
 * The cipher is AES-256-GCM. Its additional data is the id of the webhook, so an envelope is valid in its own row only. It does not
 * name the column: a rotation moves envelopes to the columns of earlier secrets.
 */
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** A stored secret, opened. */
export type OpenedSecret =
  | { readonly kind: 'secret'; readonly secret: Uint8Array }
  /** It is encrypted with a key that this process does not have. */
  | { readonly kind: 'missing-key'; readonly keyId: string }
  /** It is not what was encrypted under this id: another key with the same id, another row, or a changed byte. */
  | { readonly kind: 'wrong'; readonly keyId: string };

/** Encrypts the signing secrets of webhooks for the database, and decrypts them. */
export class WebhookSecrets {
  readonly #keys: readonly EncryptionKey[];
  readonly #randomness: Randomness;

  /** @param keys the first one encrypts, each decrypts; without any, secrets are stored as they are */
  constructor(keys: readonly EncryptionKey[], randomness: Randomness) {
    this.#keys = keys;
    this.#randomness = randomness;
  }

  /** The ids of its keys, the encrypting one first. */
  get keyIds(): readonly string[] {
    return this.#keys.map(({ id }) => id);
  }

  /** Returns the stored form of a secret. */
  seal(webhookId: string, secret: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    const [key] = this.#keys;
    if (key === undefined) return secret;
    const nonce = this.#randomness.bytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key.bytes, nonce).setAAD(boundTo(webhookId), { plaintextLength: secret.length });
    const ciphertext = Buffer.concat([cipher.update(secret), cipher.final()]);
    const id = Buffer.from(key.id, 'ascii');
    return new Uint8Array(Buffer.concat([Buffer.from([VERSION, id.length]), id, nonce, ciphertext, cipher.getAuthTag()]));
  }

  /** Returns the secret of a stored form, which may be from before encryption. */
  open(webhookId: string, stored: Uint8Array): OpenedSecret {
    if (!isSealed(stored)) return { kind: 'secret', secret: stored };
    const keyId = keyIdOf(stored);
    const key = this.#keys.find(({ id }) => id === keyId);
    if (key === undefined) return { kind: 'missing-key', keyId };
    const nonceAt = 2 + keyId.length;
    const tagAt = stored.length - TAG_BYTES;
    if (stored[0] !== VERSION || tagAt < nonceAt + NONCE_BYTES) return { kind: 'wrong', keyId };
    const decipher = createDecipheriv(CIPHER, key.bytes, stored.subarray(nonceAt, nonceAt + NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(boundTo(webhookId), { plaintextLength: SECRET_BYTES }).setAuthTag(stored.subarray(tagAt));
    try {
      const secret = Buffer.concat([decipher.update(stored.subarray(nonceAt + NONCE_BYTES, tagAt)), decipher.final()]);
      return { kind: 'secret', secret: new Uint8Array(secret) };
    } catch {
      return { kind: 'wrong', keyId };
    }
  }

  /** Returns true if the stored form is the one that `seal` would write now, apart from its nonce. */
  isCurrent(stored: Uint8Array): boolean {
    const [key] = this.#keys;
    return key === undefined ? !isSealed(stored) : isSealed(stored) && keyIdOf(stored) === key.id;
  }
}

/** The secrets by the keys of the settings; a setting and its file are checked at the start. */
export function webhookSecrets(
  { WEBHOOK_SECRETS_KEYS: text, WEBHOOK_SECRETS_KEYS_FILE: file }: EncryptionSettings,
  randomness: Randomness,
): WebhookSecrets {
  return new WebhookSecrets(encryptionKeysOf(text, file), randomness);
}

/** The settings of encryption. */
export interface EncryptionSettings {
  readonly WEBHOOK_SECRETS_KEYS?: string | undefined;
  readonly WEBHOOK_SECRETS_KEYS_FILE?: string | undefined;
}

/** Plain secrets have exactly 32 bytes, and a deleted one none. */
function isSealed(stored: Uint8Array): boolean {
  return stored.length > SECRET_BYTES;
}

/** Shown in messages, so only what a key's id may contain. */
function keyIdOf(sealed: Uint8Array): string {
  return Buffer.from(sealed.subarray(2, 2 + (sealed[1] ?? 0)))
    .toString('ascii')
    .replaceAll(/[^\w.-]/g, '?');
}

function boundTo(webhookId: string): Buffer {
  return Buffer.from(`kirchhoff webhook secret ${webhookId}`, 'utf8');
}
