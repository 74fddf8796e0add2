/** The media types of the two formats. */
export const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';
export const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/**
 * Converts Prometheus' text format to OpenMetrics 1.0: a counter's family has the name without `_total`, there are no empty lines,
 * and the text ends with a mark. prom-client's own OpenMetrics text renames the counters for later scrapes in the other format.
 */
export function toOpenMetrics(text: string): string {
  const counters = new Set(Array.from(text.matchAll(/^# TYPE (\S+)_total counter$/gm), ([, family]) => family));
  const lines = text.split('\n').filter((line) => line !== '');
  const renamed = lines.map((line) =>
    line.replace(/^(# (?:HELP|TYPE) )(\S+)_total(?= )/, (whole, start: string, family: string) =>
      counters.has(family) ? `${start}${family}` : whole,
    ),
  );
  return `${renamed.join('\n')}\n# EOF\n`;
}
