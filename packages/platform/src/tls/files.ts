import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Returns the text of a file; `undefined` if it cannot be read. */
export function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/** Returns true if a file has at least one certificate in PEM, and only valid ones. */
export function hasCertificates(path: string): boolean {
  const blocks = contentOf(path)?.match(CERTIFICATE) ?? [];
  return blocks.length > 0 && blocks.every((block) => succeeds(() => new X509Certificate(block)));
}

/** Returns true if a file has a private key in PEM without a passphrase. */
export function hasPrivateKey(path: string): boolean {
  const text = contentOf(path);
  return text !== undefined && succeeds(() => createPrivateKey(text));
}

/** Returns true if the key of a file belongs to the first certificate of another. A file that cannot be read has a fault of its own. */
export function keyFits(keyPath: string, certificatePath: string): boolean {
  const [key, certificate] = [contentOf(keyPath), contentOf(certificatePath)];
  if (key === undefined || certificate === undefined || !hasPrivateKey(keyPath) || !hasCertificates(certificatePath)) return true;
  return new X509Certificate(certificate.match(CERTIFICATE)?.[0] ?? '').checkPrivateKey(createPrivateKey(key));
}

function succeeds(run: () => unknown): boolean {
  try {
    run();
    return true;
  } catch {
    return false;
  }
}
