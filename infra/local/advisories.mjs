// node infra/local/advisories.mjs: asks the registry for advisories on the packages of the lockfile. Exit code 0: there are none; 1: there
// are some; 3: the check could not be made.
import { Trouble } from './src/progress.mjs';
import { checkAdvisories } from './src/supply-chain/advisories.mjs';

const EXITS = { none: 0, found: 1, unknown: 3 };

/** @param {import('./src/supply-chain/advisories.mjs').Checked} checked */
const describe = (checked) => {
  switch (checked.kind) {
    case 'none':
      return [`no advisory on ${checked.packages} packages`];
    case 'found':
      return checked.advisories.map(
        ({ name, versions, severity, title, url }) => `${severity}: ${name} ${versions.join(', ')}: ${title} (${url})`,
      );
    case 'unknown':
      return [`THE CHECK COULD NOT BE MADE, so there may be advisories: ${checked.reason}`];
  }
};

try {
  const checked = await checkAdvisories();
  for (const line of describe(checked)) process[checked.kind === 'none' ? 'stdout' : 'stderr'].write(`${line}\n`);
  process.exitCode = EXITS[checked.kind];
} catch (error) {
  if (!(error instanceof Trouble)) throw error;
  process.stderr.write(`THE CHECK COULD NOT BE MADE, so there may be advisories: ${error.message}\n`);
  process.exitCode = EXITS.unknown;
}
