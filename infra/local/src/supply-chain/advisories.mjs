import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { packageManager } from '../package-manager.mjs';
import { repository } from '../paths.mjs';

/**
 * The result of a check. `unknown`: the registry gave no answer that can be relied on.
 * @typedef {{ kind: 'none', packages: number }
 *   | { kind: 'found', packages: number, advisories: readonly Advisory[] }
 *   | { kind: 'unknown', reason: string }} Checked
 *
 * @typedef {object} Advisory
 * @property {string} name the package
 * @property {readonly string[]} versions the installed ones
 * @property {string} severity
 * @property {string} title
 * @property {string} url
 */

/** A version with advisories since 2018: a registry that knows none of it does not serve advisories. */
const KNOWN = { name: 'lodash', version: '4.17.4' };

const KNOWN_LOCKFILE = `lockfileVersion: '9.0'
importers:
  .:
    dependencies:
      ${KNOWN.name}:
        specifier: ${KNOWN.version}
        version: ${KNOWN.version}
packages:
  ${KNOWN.name}@${KNOWN.version}:
    resolution: {integrity: sha512-6X37Sq9KCpLSXEh8uM12AKYlviHPNNk4RxiGBn4cmKGJinbXBneWIV7iE/nXkM928O7ytHcHb6+X6Svl0f4hXg==}
snapshots:
  ${KNOWN.name}@${KNOWN.version}: {}
`;

/**
 * Asks the registry for advisories on every package of the lockfile. "None" counts only if the same registry reports the advisories of a
 * package that is known to have some.
 * @returns {Promise<Checked>}
 */
export const checkAdvisories = async () => {
  const checked = await audit(repository);
  if (checked.kind !== 'none') return checked;
  const known = await auditKnown();
  if (known.kind === 'found') return checked;
  const why = known.kind === 'unknown' ? known.reason : 'it reports no advisory';
  return {
    kind: 'unknown',
    reason: `asked for ${KNOWN.name} ${KNOWN.version}, which has advisories, the registry does not know them: ${why}`,
  };
};

const auditKnown = async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kirchhoff-advisories-'));
  try {
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: { [KNOWN.name]: KNOWN.version } }));
    await writeFile(path.join(folder, 'pnpm-lock.yaml'), KNOWN_LOCKFILE);
    return await audit(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/**
 * @param {string} folder with a lockfile
 * @returns {Promise<Checked>}
 */
const audit = async (folder) => {
  const { output, errors } = await runAudit(folder);
  const report = parse(output);
  const packages = report?.metadata?.totalDependencies;
  // pnpm ends with 1 for advisories and for failures alike: only a whole report tells them apart.
  if (report?.advisories === undefined || typeof packages !== 'number' || packages === 0) {
    return { kind: 'unknown', reason: (errors || output).trim().replace(/\s+/g, ' ') || 'pnpm gave no report' };
  }
  const advisories = Object.values(report.advisories).map(({ module_name: name, findings, severity, title, url }) => ({
    name,
    versions: findings.map(({ version }) => version),
    severity,
    title,
    url,
  }));
  return advisories.length === 0 ? { kind: 'none', packages } : { kind: 'found', packages, advisories };
};

/**
 * The parts of pnpm's report that are read.
 * @typedef {object} Report
 * @property {Readonly<Record<string, { module_name: string, findings: readonly { version: string }[], severity: string, title: string, url: string }>>} [advisories]
 * @property {{ totalDependencies?: number }} [metadata]
 */

/**
 * @param {string} text
 * @returns {Report | undefined}
 */
const parse = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * @param {string} folder
 * @returns {Promise<{ output: string, errors: string }>}
 */
const runAudit = async (folder) => {
  const pnpm = path.join(await packageManager(), 'pnpm');
  return new Promise((resolve) => {
    const child = spawn(pnpm, ['audit', '--json'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const texts = { output: '', errors: '' };
    child.stdout.setEncoding('utf8').on('data', (text) => (texts.output += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (texts.errors += text));
    child.once('error', (error) => resolve({ output: '', errors: error.message }));
    child.once('close', () => resolve(texts));
  });
};
