import { signatureView, versionView } from '../view.js';
import type { CircuitVersion } from './repository.js';

/** Returns a version with its source and its ports. */
export function circuitVersionView(version: CircuitVersion) {
  return { pid: version.pid, ...versionView(version), source: version.source, signature: signatureView(version.signature) };
}
