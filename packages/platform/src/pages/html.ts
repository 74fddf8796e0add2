/** Renders text as HTML: a part between backticks becomes code. */
export function inline(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/**
 * Renders a page without external resources and scripts, in the light or dark scheme that its reader prefers.
 * @param body HTML: external text must pass through `inline`
 */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" href="${ICON}">
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** Without an icon of the page, a browser requests /favicon.ico, which does not exist. */
export const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='3' fill='%231b5e9c'/%3E%3Cpath d='M4 3v10M12 3 5 8l7 5' fill='none' stroke='white' stroke-width='2'/%3E%3C/svg%3E";

const STYLE = `
  :root { color-scheme: light dark; }
  body { font: 1rem/1.6 system-ui, sans-serif; max-width: 46rem; margin: 3rem auto; padding: 0 1rem; color: #1b1f24; background: #fff; }
  code, pre { font-family: ui-monospace, monospace; font-size: 0.9rem; background: #f2f4f6; border-radius: 4px; }
  code { padding: 0.1rem 0.3rem; overflow-wrap: anywhere; }
  pre { padding: 0.8rem; overflow-x: auto; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.8rem 0.4rem 0; border-bottom: 1px solid #d0d7de; }
  nav { margin-top: 2rem; }
  @media (prefers-color-scheme: dark) {
    body { color: #e4e8ec; background: #14171a; } code, pre { background: #23282d; } a { color: #8ab4f8; }
    th, td { border-color: #3a4149; }
  }`;
