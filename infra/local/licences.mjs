// node infra/local/licences.mjs: writes the notices of each service. Exit code 1 if a package has a licence that is not permitted.
import { writeFileSync } from 'node:fs';
import { inRepository } from './src/paths.mjs';
import { productionDependencies } from './src/supply-chain/dependencies.mjs';
import { NOTICES, noticesOf, refusedLicences } from './src/supply-chain/licences.mjs';

for (const [service, file] of Object.entries(NOTICES)) {
  const refused = refusedLicences(productionDependencies(service));
  for (const line of refused) process.stderr.write(`${service}: ${line}\n`);
  if (refused.length > 0) process.exitCode = 1;
  writeFileSync(inRepository(file), noticesOf(service));
  process.stdout.write(`${file}\n`);
}
