import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { ROOT } from './services.mjs';

/** @typedef {import('./closure.mjs').Package} Package */

/**
 * A package of SPDX 2.3 (clause 7).
 * @typedef {object} SpdxPackage
 * @property {string} SPDXID
 * @property {string} name
 * @property {string} versionInfo
 * @property {string} downloadLocation
 * @property {false} filesAnalyzed
 * @property {string} licenseConcluded
 * @property {string} licenseDeclared
 * @property {string} copyrightText
 * @property {string} primaryPackagePurpose
 * @property {string} [supplier]
 * @property {string} [comment]
 * @property {readonly { algorithm: 'SHA512', checksumValue: string }[]} [checksums]
 * @property {readonly { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: string }[]} [externalRefs]
 */

const DOCUMENT = 'SPDXRef-DOCUMENT';
const IMAGE = 'SPDXRef-Image';
/** The licence of our own packages, by npm's word in package.json, as a licence of this document (clause 10). */
const UNLICENSED = 'LicenseRef-UNLICENSED';

/**
 * Describes an image in SPDX 2.3: the packages that the build adds with their dependencies, and those of its base, which is the image
 * that this runs in.
 * @param {{ readonly name: string, readonly packages: readonly Package[], readonly epoch: number, readonly revision: string }} image
 * `epoch`: the time of the document, in seconds since 1970
 * @param {string} [base] the root of the base image
 */
export const describeImage = ({ name, packages, epoch, revision }, base = '/') => {
  const integrities = readIntegrities();
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const added = unique(packages.map((each) => describePackage(each, integrities)));
  const underneath = unique([...nodePackages(base), ...debianPackages(base)]);
  const image = describe(IMAGE, name, version, {
    licence: UNLICENSED,
    purpose: 'CONTAINER',
    comment: `Built from the commit ${revision}.`,
  });
  const contents = [image, ...added, ...underneath];
  const relationships = [
    relationship(DOCUMENT, 'DESCRIBES', IMAGE),
    ...[...added, ...underneath].map((each) => relationship(IMAGE, 'CONTAINS', each.SPDXID)),
    ...dependencies(packages),
  ];
  const hash = createHash('sha256')
    .update(JSON.stringify([contents, relationships]))
    .digest('hex');
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: DOCUMENT,
    name,
    documentNamespace: `https://spdx.org/spdxdocs/${name}-${version}-${hash}`,
    creationInfo: {
      created: new Date(epoch * 1_000).toISOString().replace(/\.\d+Z$/, 'Z'),
      creators: [`Tool: kirchhoff-images-${version}`],
    },
    packages: contents,
    relationships,
    hasExtractedLicensingInfos: [
      { licenseId: UNLICENSED, name: 'UNLICENSED', extractedText: 'UNLICENSED: the package grants no licence to use it.' },
    ],
  };
};

/**
 * @param {string} id
 * @param {string} name
 * @param {string} version
 * @param {{ licence: string, purpose: string, purl?: string, sha512?: string | undefined, comment?: string, supplier?: string }} more
 * @returns {SpdxPackage}
 */
const describe = (id, name, version, { licence, purpose, purl, sha512, comment, supplier }) => ({
  SPDXID: id,
  name,
  versionInfo: version,
  downloadLocation: 'NOASSERTION',
  filesAnalyzed: false,
  licenseConcluded: 'NOASSERTION',
  licenseDeclared: licence,
  copyrightText: 'NOASSERTION',
  primaryPackagePurpose: purpose,
  ...(supplier === undefined ? {} : { supplier }),
  ...(comment === undefined ? {} : { comment }),
  ...(sha512 === undefined ? {} : { checksums: [{ algorithm: 'SHA512', checksumValue: sha512 }] }),
  ...(purl === undefined
    ? {}
    : { externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purl }] }),
});

/**
 * @param {Package} each
 * @param {ReadonlyMap<string, string>} integrities
 */
const describePackage = (each, integrities) => {
  const isOurs = each.name.startsWith('@kirchhoff/');
  const sha512 = integrities.get(`${each.name}@${each.version}`);
  if (!isOurs && sha512 === undefined) throw new Error(`pnpm-lock.yaml has no integrity of ${each.name}@${each.version}`);
  return describe(idOf(each), each.name, each.version, {
    licence: isOurs ? UNLICENSED : licenceOf(each.manifest),
    purpose: isOurs ? 'APPLICATION' : 'LIBRARY',
    sha512,
    ...(isOurs ? {} : { purl: npmUrl(each) }),
  });
};

/** @param {{ readonly name: string, readonly version: string }} of */
const idOf = ({ name, version }) => identifier('npm', name, version);

/** @param {readonly string[]} parts */
const identifier = (...parts) => `SPDXRef-${parts.join('-').replaceAll(/[^a-zA-Z0-9.-]/g, '-')}`;

/** @param {{ readonly name: string, readonly version: string }} of */
const npmUrl = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/**
 * The licence that a package declares: an expression of SPDX, or one of the older forms of package.json. A reference to a file, by npm's
 * words, is no expression of SPDX.
 * @param {import('./closure.mjs').Manifest} manifest
 */
const licenceOf = (manifest) => {
  const declared = [manifest.license ?? manifest.licenses ?? 'NOASSERTION']
    .flat()
    .map((each) => (typeof each === 'string' ? each : Object(each).type));
  return declared.map((each) => (/^SEE LICEN[CS]E IN /i.test(each) ? 'NOASSERTION' : each)).join(' OR ');
};

/**
 * The checksums of the packages' archives: by these pnpm has verified them.
 * @returns {ReadonlyMap<string, string>} SHA-512 in hexadecimal digits, by `name@version`
 */
const readIntegrities = () => {
  const lock = parse(readFileSync(path.join(ROOT, 'pnpm-lock.yaml'), 'utf8'));
  return new Map(
    Object.entries(lock.packages).flatMap(([key, { resolution }]) => {
      const [algorithm, digest] = String(resolution.integrity).split(/-(.*)/s);
      return algorithm === 'sha512' && digest !== undefined ? [[key, Buffer.from(digest, 'base64').toString('hex')]] : [];
    }),
  );
};

/**
 * Node, and the packages that its distribution brings, such as npm.
 * @param {string} base
 */
const nodePackages = (base) => {
  const { node } = process.versions;
  const folder = path.join(base, 'usr/local/lib/node_modules');
  const brought = existsSync(folder) ? readdirSync(folder).filter((name) => existsSync(path.join(folder, name, 'package.json'))) : [];
  return [
    describe(identifier('generic', 'node', node), 'node', node, {
      licence: 'MIT',
      purpose: 'APPLICATION',
      purl: `pkg:generic/node@${node}`,
    }),
    ...brought.toSorted().map((name) => {
      /** @type {import('./closure.mjs').Manifest} */
      const manifest = JSON.parse(readFileSync(path.join(folder, name, 'package.json'), 'utf8'));
      return describe(identifier('base', manifest.name, manifest.version), manifest.name, manifest.version, {
        licence: licenceOf(manifest),
        purpose: 'APPLICATION',
        purl: npmUrl(manifest),
      });
    }),
  ];
};

/**
 * The packages of Debian in the base, by the list of its package manager. Their licences are texts, not expressions.
 * @param {string} base
 */
const debianPackages = (base) => {
  const file = path.join(base, 'var/lib/dpkg/status');
  const paragraphs = existsSync(file) ? readFileSync(file, 'utf8').split(/\n\n+/) : [];
  return paragraphs
    .flatMap((paragraph) => {
      const field = (/** @type {string} */ name) => new RegExp(`^${name}: (.*)$`, 'm').exec(paragraph)?.[1];
      const [name, version, architecture] = [field('Package'), field('Version'), field('Architecture')];
      if (name === undefined || version === undefined || field('Status')?.endsWith(' installed') !== true) return [];
      return [
        describe(identifier('deb', name, version), name, version, {
          licence: 'NOASSERTION',
          purpose: 'OTHER',
          supplier: 'Organization: Debian',
          comment: `The licences are in /usr/share/doc/${name}/copyright.`,
          purl: `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture ?? 'all'}`,
        }),
      ];
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
};

/**
 * One package of each name and version: pnpm installs a package again for other peers.
 * @param {readonly SpdxPackage[]} packages
 */
const unique = (packages) => {
  /** @type {Map<string, SpdxPackage>} */
  const known = new Map();
  for (const each of packages) {
    const { name, versionInfo } = known.get(each.SPDXID) ?? each;
    if (name !== each.name || versionInfo !== each.versionInfo) throw new Error(`${each.SPDXID} would be two packages`);
    known.set(each.SPDXID, each);
  }
  return [...known.values()];
};

/** @param {readonly Package[]} packages */
const dependencies = (packages) => {
  const byFolder = new Map(packages.map((each) => [each.folder, idOf(each)]));
  const pairs = packages.flatMap((each) => each.links.map((link) => `${idOf(each)} ${byFolder.get(link.folder)}`));
  return [...new Set(pairs)].toSorted().map((pair) => {
    const [from = '', to = ''] = pair.split(' ');
    return relationship(from, 'DEPENDS_ON', to);
  });
};

/**
 * @param {string} from
 * @param {string} type
 * @param {string} to
 */
const relationship = (from, type, to) => ({ spdxElementId: from, relationshipType: type, relatedSpdxElement: to });
