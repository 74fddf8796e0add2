import parseLicence from 'spdx-expression-parse';

/** The members of a document of SPDX 2.3 that this check reads. */
export interface SpdxDocument {
  readonly spdxVersion: string;
  readonly dataLicense: string;
  readonly SPDXID: string;
  readonly name: string;
  readonly documentNamespace: string;
  readonly creationInfo: { readonly created: string; readonly creators: readonly string[] };
  readonly packages: readonly SpdxPackage[];
  readonly relationships: readonly {
    readonly spdxElementId: string;
    readonly relationshipType: string;
    readonly relatedSpdxElement: string;
  }[];
  readonly hasExtractedLicensingInfos: readonly { readonly licenseId: string; readonly extractedText: string }[];
}

export interface SpdxPackage {
  readonly SPDXID: string;
  readonly name: string;
  readonly versionInfo: string;
  readonly downloadLocation: string;
  readonly filesAnalyzed: boolean;
  readonly licenseConcluded: string;
  readonly licenseDeclared: string;
  readonly copyrightText: string;
  readonly primaryPackagePurpose: string;
  readonly checksums?: readonly { readonly algorithm: string; readonly checksumValue: string }[];
  readonly externalRefs?: readonly {
    readonly referenceCategory: string;
    readonly referenceType: string;
    readonly referenceLocator: string;
  }[];
}

/** Clause 7.24, in the spelling of the JSON schema. */
const PURPOSES = 'APPLICATION FRAMEWORK LIBRARY CONTAINER OPERATING_SYSTEM DEVICE FIRMWARE SOURCE ARCHIVE FILE INSTALL OTHER'.split(' ');
const TEXTS = ['name', 'versionInfo', 'downloadLocation', 'licenseConcluded', 'licenseDeclared', 'copyrightText'] as const;

/** Checks a document by the clauses of SPDX 2.3 that apply to its parts, and returns the violations, one line each. */
export function violationsOf(document: SpdxDocument): readonly string[] {
  const ids = [document.SPDXID, ...document.packages.map(({ SPDXID }) => SPDXID)];
  const licences = new Set(document.hasExtractedLicensingInfos.map(({ licenseId }) => licenseId));
  return [
    ...violationsOfHead(document),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `6.3, 7.2: ${id} is not unique`),
    ...document.packages.flatMap((each) => violationsOfPackage(each, licences).map((violation) => `${violation} (${each.SPDXID})`)),
    ...violationsOfRelationships(document, new Set(ids)),
    ...document.hasExtractedLicensingInfos
      .filter(({ licenseId, extractedText }) => !/^LicenseRef-[a-zA-Z0-9.-]+$/.test(licenseId) || extractedText === '')
      .map(({ licenseId }) => `10.1, 10.2: ${licenseId} is not a licence with its text`),
  ];
}

function violationsOfHead({ spdxVersion, dataLicense, SPDXID, name, documentNamespace, creationInfo }: SpdxDocument): readonly string[] {
  const { created, creators } = creationInfo;
  return violated([
    [spdxVersion === 'SPDX-2.3', '6.1: the version'],
    [dataLicense === 'CC0-1.0', '6.2: the licence of the document'],
    [SPDXID === 'SPDXRef-DOCUMENT', '6.3: the identifier of the document'],
    [name !== '', '6.4: the name'],
    [URL.canParse(documentNamespace) && !documentNamespace.includes('#'), '6.5: the namespace'],
    [creators.length > 0 && creators.every((each) => /^(Person|Organization|Tool): ./.test(each)), '6.8: the creators'],
    [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(created) && !Number.isNaN(Date.parse(created)), '6.9: the time'],
  ]);
}

function violationsOfPackage(each: SpdxPackage, licences: ReadonlySet<string>): readonly string[] {
  const checksums = each.checksums ?? [];
  const references = each.externalRefs ?? [];
  return violated([
    [TEXTS.every((field) => each[field] !== ''), '7.1, 7.3, 7.7, 7.13, 7.15, 7.17: an empty field'],
    [/^SPDXRef-[a-zA-Z0-9.-]+$/.test(each.SPDXID), '7.2: the identifier'],
    [!each.filesAnalyzed, '7.8: without the files, the files are not analyzed'],
    [
      checksums.every(({ algorithm, checksumValue }) => algorithm === 'SHA512' && /^[0-9a-f]{128}$/.test(checksumValue)),
      '7.10: the checksum',
    ],
    [[each.licenseConcluded, each.licenseDeclared].every((licence) => isLicence(licence, licences)), '7.13, 7.15: the licence'],
    [references.every((reference) => reference.referenceCategory === 'PACKAGE-MANAGER' && reference.referenceType === 'purl'), '7.21'],
    [references.every(({ referenceLocator }) => /^pkg:[a-z]+\/[^@\s]+@[^@\s]+$/.test(referenceLocator)), '7.21: the locator'],
    [PURPOSES.includes(each.primaryPackagePurpose), '7.24: the purpose'],
  ]);
}

function violationsOfRelationships({ SPDXID, relationships }: SpdxDocument, ids: ReadonlySet<string>): readonly string[] {
  const ends = relationships.flatMap(({ spdxElementId, relatedSpdxElement }) => [spdxElementId, relatedSpdxElement]);
  const isDescribed = relationships.some(
    ({ spdxElementId, relationshipType }) => spdxElementId === SPDXID && relationshipType === 'DESCRIBES',
  );
  const known = ['DESCRIBES', 'CONTAINS', 'DEPENDS_ON'];
  return [
    ...violated([[isDescribed, '11.1: the document describes no package']]),
    ...ends.filter((id) => !ids.has(id)).map((id) => `11.1: ${id} is related, and does not exist`),
    ...relationships.filter((each) => !known.includes(each.relationshipType)).map((each) => `11.1: ${each.relationshipType}`),
  ];
}

/** An expression of annex D, or one of its two words for none. */
function isLicence(expression: string, licences: ReadonlySet<string>): boolean {
  if (expression === 'NOASSERTION' || expression === 'NONE' || licences.has(expression)) return true;
  try {
    parseLicence(expression);
    return !expression.includes('LicenseRef-');
  } catch {
    return false;
  }
}

function violated(rules: readonly (readonly [holds: boolean, rule: string])[]): readonly string[] {
  return rules.filter(([holds]) => !holds).map(([, rule]) => rule);
}
