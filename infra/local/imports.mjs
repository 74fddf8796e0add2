// node infra/local/imports.mjs [root]: checks that every import has a direction that docs/architecture.md allows.

import { rules } from './src/imports/rules.mjs';
import { readSources } from './src/imports/sources.mjs';
import { repository } from './src/paths.mjs';

const sources = readSources(process.argv[2] ?? repository);
const violations = rules.flatMap((rule) => rule(sources));
for (const violation of violations) process.stderr.write(`${violation}\n`);
process.stdout.write(`${sources.length} sources, ${violations.length} imports against the rules\n`);
process.exitCode = violations.length === 0 ? 0 : 1;
