import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inRepository } from '../paths.mjs';
import { productionDependencies } from './dependencies.mjs';

/** @typedef {import('./dependencies.mjs').Dependency} Dependency */

/** The services, and the file of each with the notices of what it ships. */
export const NOTICES = /** @type {const} */ ({
  'services/registry': 'services/registry/NOTICES.md',
  'services/compiler': 'services/compiler/NOTICES.md',
});

/**
 * The licences that a package may have, each with the reason.
 * @returns {Readonly<Record<string, string>>}
 */
export const allowedLicences = () => JSON.parse(readFileSync(inRepository('infra/local/src/supply-chain/licences.json'), 'utf8'));

/**
 * Returns the licence of a package as an SPDX expression; the empty text if it names none.
 * @param {Pick<Dependency, 'manifest'>} dependency
 * @returns {string}
 */
export const licenceOf = ({ manifest: { license, licenses } }) => {
  const named = [license ?? licenses].flat().map((each) => (typeof each === 'string' ? each : (Object(each).type ?? '')));
  return named.filter((each) => each !== '').join(' OR ');
};

/**
 * Lists the packages of a service whose licence is not allowed.
 * @param {readonly Pick<Dependency, 'manifest'>[]} dependencies
 * @param {Readonly<Record<string, string>>} [allowed]
 */
export const refusedLicences = (dependencies, allowed = allowedLicences()) =>
  dependencies.flatMap((each) => {
    const licence = licenceOf(each);
    if (Object.hasOwn(allowed, licence)) return [];
    return [`${each.manifest.name}@${each.manifest.version}: ${licence === '' ? 'names no licence' : licence}`];
  });

/**
 * Writes the notices of a service: each package with its licence and copyright, and each text of a licence once.
 * @param {string} service its folder
 * @returns {string}
 */
export const noticesOf = (service) => {
  const dependencies = productionDependencies(service);
  /** The packages by text. @type {Map<string, { titles: string[], text: string }>} */
  const texts = new Map();
  const rows = dependencies.map((dependency) => {
    const { name, version } = dependency.manifest;
    const title = `${name} ${version}`;
    const holders = [];
    const own = textsOf(dependency.folder);
    for (const text of own) {
      const { copyright, body } = separate(text);
      holders.push(...copyright);
      const key = body.replace(/\W+/g, ' ').toLowerCase();
      const known = texts.get(key) ?? { titles: [], text: body };
      known.titles.push(title);
      texts.set(key, known);
    }
    const lines = [...new Set(holders)].map((line) => `  - ${line}`);
    return [
      `- **${title}**: ${licenceOf(dependency)}${own.length === 0 ? authorOf(dependency) : ''}${programsOf(dependency)}`,
      ...lines,
    ].join('\n');
  });
  const bodies = [...texts.values()].map(({ titles, text }) => `### ${titles.join(', ')}\n\n\`\`\`\n${text}\n\`\`\``);
  return `# Notices of ${service}

The packages of others that this service runs, with their licences. \`npm run licences\` writes this file from the installed packages.
\`infra/local/src/supply-chain/licences.json\` has the permitted licences with the reasons. Node itself, Postgres, Redis and the base of an
image have notices of their own.

## Packages

${rows.join('\n')}

## Texts

${bodies.join('\n\n')}
`;
};

/** @param {Dependency} dependency */
const programsOf = ({ manifest: { optionalDependencies = {} } }) => {
  const programs = Object.keys(optionalDependencies).filter((each) => /linux|darwin|win32/.test(each));
  return programs.length === 0 ? '' : `; with its programs for platforms under the same licence (${programs.join(', ')})`;
};

/** @param {Dependency} dependency */
const authorOf = ({ manifest }) => {
  const { author } = manifest;
  const name = (typeof author === 'string' ? author : author?.name)?.replace(/ *<.*>/, '');
  return name === undefined ? ', without a text in the package' : `, by ${name}, without a text in the package`;
};

/** @param {string} folder */
const textsOf = (folder) =>
  readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice)([.-].*)?$/i.test(name))
    .toSorted()
    .map((name) => readFileSync(path.join(folder, name), 'utf8'));

/** @param {string} line */
const isCopyright = (line) => /^\W*copyright\b.*(\d{4}|\(c\)|©)/i.test(line);

/**
 * Separates the lines of copyright, which differ for each package, from the text of the licence.
 * @param {string} text
 */
const separate = (text) => {
  const lines = text
    .replaceAll('\r', '')
    .replaceAll('```', "'''")
    .split('\n')
    .map((line) => line.trimEnd());
  const body = lines
    .filter((line) => !isCopyright(line))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return { copyright: lines.filter(isCopyright).map((line) => line.trim()), body };
};
