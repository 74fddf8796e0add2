import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { type Context, type ExitCode, usageFailure } from '../context.js';
import { fileTrouble } from '../sources/files.js';
import { writeWhole } from '../sources/lock.js';
import { type Finish, printJson } from './command.js';

export function addInit(program: Command, context: Context, finish: Finish): void {
  program
    .command('init')
    .description('Write a commented circuit, a policy, their vectors and a pipeline into a folder')
    .argument('[folder]', 'the folder; files that exist are kept', '.')
    .option('--json', 'print one line of JSON')
    .action((folder: string, options: { readonly json?: boolean }) => finish(async () => init(context, folder, options.json === true)));
}

async function init(context: Context, folder: string, json: boolean): Promise<ExitCode> {
  const written: string[] = [];
  const kept: string[] = [];
  for (const [name, text] of Object.entries(FILES)) {
    const file = path.resolve(context.cwd, folder, name);
    const shown = path.posix.join(folder, name);
    if (existsSync(file)) {
      kept.push(shown);
      continue;
    }
    try {
      await writeWhole(file, text);
    } catch (error) {
      throw usageFailure(`${shown} cannot be written: ${fileTrouble(error)}`);
    }
    written.push(shown);
  }
  if (json) printJson(context, { written, kept });
  else {
    for (const name of written) context.out.write(`${name}\n`);
    context.err.write(`${written.length} written, ${kept.length} kept. Next: kir check, kir test\n`);
  }
  return 0;
}

const FILES: Readonly<Record<string, string>> = {
  'circuits/share.kir': `// How many cents each of some people gets, and how many are left.
// A circuit is a total function: every input in its domain has exactly one output. Try it:
//   kir check circuits/share.kir
//   kir run circuits/share.kir total=100 people=3
circuit share {
  // Inputs have domains. A caller with other values is refused.
  input total: 0..1_000_000
  input people: 1..100
  output each: 0..1_000_000
  output left: 0..99

  // Because nobody can pass 0 people, this division is proven never to fail.
  each = total / people
  left = total % people

  // A promise is proven for all inputs, or the check shows an input that breaks it.
  ensure each * people + left == total "no cent is lost"
}
`,
  'circuits/share.vectors.json': `{
  "vectors": [
    {"inputs":{"total":100,"people":3},"outputs":{"each":33,"left":1}},
    {"inputs":{"total":100,"people":0},"domain_error":true}
  ]
}
`,
  'policies/refunds.kir': `// Which refunds are made without a person. The strictest rule that applies decides.
policy refunds {
  action "pay.refund" (cents: 0..1_000_000, to_original_card: bool)

  rule small allow on "pay.refund" when cents <= 5_000 and to_original_card "small, and back to the card that paid"
  rule large deny on "pay.refund" when cents > 500_000 "large refunds go through the office"
  default review
}
`,
  'policies/refunds.vectors.json': `{
  "decisions": [
    {"category":"pay.refund","params":{"cents":4200,"to_original_card":true},"verdict":"ALLOW","rule":"small"},
    {"category":"pay.refund","params":{"cents":4200,"to_original_card":false},"verdict":"REVIEW","rule":null},
    {"category":"pay.refund","params":{"cents":900000,"to_original_card":true},"verdict":"DENY","rule":"large"}
  ]
}
`,
  '.github/workflows/kirchhoff.yml': `name: kirchhoff
on:
  push:
    branches: [main]
  pull_request:

jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0
      - uses: actions/setup-node@v4
        with:
          node-version: 20
      # The archive of kir stands in this repository, so that no pipeline depends on a download: npm pack makes it.
      - run: npx --yes ./kir-0.1.0.tgz fmt --check
      - run: npx --yes ./kir-0.1.0.tgz check --format github
      - run: npx --yes ./kir-0.1.0.tgz test
`,
};
