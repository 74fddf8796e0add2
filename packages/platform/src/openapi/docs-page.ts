import { readFile } from 'node:fs/promises';
import { Assets } from '../pages/assets.js';
import { ICON } from '../pages/html.js';

const STYLE = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

/** Browsers request a file again after a day, since a new version of the service may have another one. */
const CACHING = 'public, max-age=86400';

/** The files that the page loads. */
export const DOCS_ASSETS = new Assets(
  new Map([
    ['page.css', { mediaType: STYLE, read: async () => Buffer.from(PAGE_STYLE, 'utf8') }],
    ['page.js', { mediaType: SCRIPT, read: async () => Buffer.from(PAGE_SCRIPT, 'utf8') }],
    ['swagger-ui.css', { mediaType: STYLE, read: async () => readFile(require.resolve('swagger-ui-dist/swagger-ui.css')) }],
    ['swagger-ui-bundle.js', { mediaType: SCRIPT, read: async () => readFile(require.resolve('swagger-ui-dist/swagger-ui-bundle.js')) }],
  ]),
  CACHING,
);

/** The page of the description. Swagger UI draws it in the browser from `openapi.json`; all files come from this process. */
export function docsHtml(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="stylesheet" href="docs/page.css">
<script src="docs/swagger-ui-bundle.js" defer></script>
<script src="docs/page.js" defer></script>
</head>
<body>
<nav><a href="/">Home</a> <a href="openapi.json">openapi.json</a> <a href="/problems">Problems</a></nav>
<main id="description"><noscript><p>This page is drawn by a script from <a href="openapi.json">openapi.json</a>, which can be read without one.</p></noscript></main>
</body>
</html>
`;
}

/** The page sends no request to other hosts: no validator's badge, no fonts, no telemetry. */
export const PAGE_SCRIPT = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#description',
  deepLinking: true,
  validatorUrl: null,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
});
`;

export const PAGE_STYLE = `body { margin: 0; background: #fff; }
nav { display: flex; gap: 1.5rem; padding: 0.8rem 20px; font: 0.95rem system-ui, sans-serif; background: #1b1f24; }
nav a { color: #fff; }
/* No answer has such links, and a phone has no space for the column. */
.swagger-ui .response-col_links { display: none; }
.swagger-ui .responses-inner, .swagger-ui .parameters-container { overflow-x: auto; }
.swagger-ui .scheme-container { padding: 12px 0; box-shadow: none; }
.swagger-ui .info { margin: 30px 0 10px; }
@media (max-width: 640px) {
  .swagger-ui .info .title { font-size: 28px; }
  .swagger-ui .opblock .opblock-summary-description { font-size: 12px; padding: 4px 0; }
  .swagger-ui .opblock .opblock-summary-path { max-width: none; padding: 4px 0; }
  .swagger-ui .view-line-link { display: none; }
}
`;

/** Permits only what Swagger UI needs: its own script, its styles on elements, and the pictures in its style sheet. */
export const DOCS_POLICY =
  "default-src 'none';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data:;connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'";
