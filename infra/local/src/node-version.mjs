import { readFileSync } from 'node:fs';
import { inRepository } from './paths.mjs';
import { Trouble } from './progress.mjs';

/** Returns true if this Node is as new as package.json requires (`>=major.minor`). */
export const requireNode = () => {
  const wanted = JSON.parse(readFileSync(inRepository('package.json'), 'utf8')).engines.node.replace('>=', '');
  const [wantedMajor = 0, wantedMinor = 0] = numbersOf(wanted);
  const [major = 0, minor = 0] = numbersOf(process.versions.node);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  throw new Trouble(`Node ${wanted} or newer is needed; this is ${process.versions.node}`);
};

const numbersOf = (/** @type {string} */ version) => version.split('.').map(Number);
