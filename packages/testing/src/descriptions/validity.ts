import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenApiDocument } from './document.js';

const COMMAND = require.resolve('@seriousme/openapi-schema-validator/bin/validate-api-cli.js');

/** Checks a document against the official schema of OpenAPI 3.1: `{ valid: true }`, or the faults. */
export async function officialVerdict(document: OpenApiDocument): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'kirchhoff-openapi-'));
  try {
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(document));
    // The validator is an ES module, which cannot be loaded into the tests' own process.
    const said = await new Promise<string>((resolve) => {
      execFile(process.execPath, [COMMAND, file], (_error, output, complaint) => resolve(output === '' ? complaint : output));
    });
    return JSON.parse(said);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Problems without a matched route. */
const OUTSIDE_ROUTES: readonly string[] = ['malformed-request', 'method-not-allowed', 'request-timeout', 'headers-too-large'];

/** Returns the codes, of all that there are, that no route of a service is described to answer with. */
export function unusedCodes({ components }: OpenApiDocument, codes: readonly string[]): readonly string[] {
  const used = new Set(Object.values(components.schemas).map((schema) => codeOf(schema.properties?.['code'])));
  return codes.filter((code) => !used.has(code) && !OUTSIDE_ROUTES.includes(code));
}

function codeOf(schema: unknown): unknown {
  return typeof schema === 'object' && schema !== null && 'const' in schema ? schema.const : undefined;
}
