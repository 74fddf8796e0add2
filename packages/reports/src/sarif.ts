import { CLOSURE_REASON_TITLES, DIAGNOSTIC_CODES } from '@kirchhoff/coherence';
import { sentenceOf } from './github.js';
import type { Finding, SourceReport } from './report.js';

/** A log in the Static Analysis Results Interchange Format, version 2.1.0, with one run. */
export interface SarifLog {
  readonly $schema: string;
  readonly version: '2.1.0';
  readonly runs: readonly [SarifRun];
}

interface SarifRun {
  readonly tool: {
    readonly driver: {
      readonly name: string;
      readonly version: string;
      readonly rules: readonly SarifRule[];
    };
  };
  /** Columns are counted in code points. */
  readonly columnKind: 'unicodeCodePoints';
  readonly originalUriBaseIds: { readonly SRCROOT: { readonly description: { readonly text: string } } };
  readonly invocations: readonly [SarifInvocation];
  readonly results: readonly SarifResult[];
}

interface SarifRule {
  readonly id: string;
  readonly shortDescription: { readonly text: string };
}

interface SarifInvocation {
  /** False if a source has no verdict. */
  readonly executionSuccessful: boolean;
  readonly toolExecutionNotifications?: readonly {
    readonly level: 'error';
    readonly message: { readonly text: string };
    readonly locations: readonly SarifLocation[];
  }[];
}

interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: 'error' | 'warning';
  readonly message: { readonly text: string };
  readonly locations: readonly [SarifLocation];
  /** The inputs that fail, by port in the JSON form of values. */
  readonly properties?: { readonly counterexample: Readonly<Record<string, unknown>>; readonly component?: string };
}

interface SarifLocation {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string; readonly uriBaseId: 'SRCROOT' };
    readonly region?: { readonly startLine: number; readonly startColumn: number; readonly endColumn: number };
  };
}

/**
 * The reports as a SARIF log.
 *
 * Source: OASIS, "Static Analysis Results Interchange Format (SARIF) Version 2.1.0".
 *
 * @param version the version of the engine that checked the sources
 */
export function sarifLog(reports: readonly SourceReport[], version: string): SarifLog {
  const findings = reports.flatMap((report) => report.findings);
  const rules = [...new Set(findings.map(({ rule }) => rule))].toSorted();
  const failed = reports.filter((report) => report.outcome === 'failed');
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'kir',
            version,
            rules: rules.map((id) => ({ id, shortDescription: { text: titleOf(id) } })),
          },
        },
        columnKind: 'unicodeCodePoints',
        originalUriBaseIds: { SRCROOT: { description: { text: 'The folder in which the check was run.' } } },
        invocations: [
          {
            executionSuccessful: failed.length === 0,
            ...(failed.length === 0
              ? {}
              : {
                  toolExecutionNotifications: failed.map(({ path, failure }) => ({
                    level: 'error' as const,
                    message: { text: failure },
                    locations: [{ physicalLocation: { artifactLocation: artifact(path) } }],
                  })),
                }),
          },
        ],
        results: findings.map((finding) => resultOf(finding, rules.indexOf(finding.rule))),
      },
    ],
  };
}

function resultOf(finding: Finding, ruleIndex: number): SarifResult {
  const { severity, rule, path, line, column, length, counterexample } = finding;
  return {
    ruleId: rule,
    ruleIndex,
    level: severity,
    message: { text: sentenceOf(finding) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: artifact(path),
          region: { startLine: line, startColumn: column, endColumn: column + length },
        },
      },
    ],
    ...(counterexample === undefined ? {} : { properties: propertiesOf(counterexample) }),
  };
}

function propertiesOf({ inputs, component }: NonNullable<Finding['counterexample']>): NonNullable<SarifResult['properties']> {
  return component === undefined ? { counterexample: inputs } : { counterexample: inputs, component };
}

/** A relative reference (RFC 3986): each segment of the path is escaped. */
function artifact(path: string): SarifLocation['physicalLocation']['artifactLocation'] {
  return { uri: path.split('/').map(encodeURIComponent).join('/'), uriBaseId: 'SRCROOT' };
}

function titleOf(rule: string): string {
  const titles: Readonly<Record<string, string>> = { ...DIAGNOSTIC_CODES, ...CLOSURE_REASON_TITLES };
  return titles[rule] ?? rule;
}
