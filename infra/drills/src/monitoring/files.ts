import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { REPOSITORY } from '../harness/services.js';

/** The folder of the files for Prometheus and Grafana. */
export const MONITORING = join(REPOSITORY, 'infra/monitoring');

export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly annotations: Readonly<Record<string, string>>;
}

/** A file of rules, as `promtool` reads it. */
export interface RulesFile {
  readonly groups: readonly { readonly name: string; readonly rules: readonly AlertRule[] }[];
}

export interface ScrapeConfig {
  readonly job_name: string;
  readonly static_configs: readonly { readonly targets: readonly string[] }[];
}

export interface PrometheusConfig {
  readonly global: Readonly<Record<string, string>>;
  readonly rule_files: readonly string[];
  readonly scrape_configs: readonly ScrapeConfig[];
}

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

/** A query of the dashboard, with the title of its panel. */
export interface PanelQuery {
  readonly title: string;
  readonly expr: string;
}

function textOf(name: string): string {
  return readFileSync(join(MONITORING, name), 'utf8');
}

export function readRules(): RulesFile {
  return parse(textOf('alerts.yml'));
}

export function readConfig(): PrometheusConfig {
  return parse(textOf('prometheus.yml'));
}

/** Returns the names of the alerts that `alerts.test.yml` makes fire. */
export function testedAlerts(): ReadonlySet<string> {
  interface Case {
    readonly alertname: string;
    readonly exp_alerts: readonly object[];
  }
  const { tests }: { readonly tests: readonly { readonly alert_rule_test: readonly Case[] }[] } = parse(textOf('alerts.test.yml'));
  const cases = tests.flatMap(({ alert_rule_test }) => alert_rule_test);
  return new Set(cases.filter(({ exp_alerts }) => exp_alerts.length > 0).map(({ alertname }) => alertname));
}

/** Returns every query of the dashboard. */
export function readQueries(): readonly PanelQuery[] {
  const { panels }: { readonly panels: readonly Panel[] } = JSON.parse(textOf('dashboard.json'));
  return panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));
}

/** Returns the metrics that an expression names. The parts of a histogram have its name. */
export function metricsIn(expr: string): readonly string[] {
  const unquoted = expr.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  const names = Array.from(unquoted.matchAll(/\b(?:kirchhoff|nodejs|process)_\w+/g), ([name]) => name);
  return names.map((name) => name.replace(/_(?:bucket|sum|count)$/, ''));
}
