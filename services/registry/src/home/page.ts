import { htmlPage, inline } from '@kirchhoff/platform';

/** Describes this service in Markdown: the beginning of its API description. */
export const ABOUT = `A registry of small programs ("circuits") that are proven, not tested, to be total and deterministic within declared bounds.
Publish one, certify it, and anyone can check its certificate.

\`POST /v1/auth/register\` gives an API key; send it as \`Authorization: Bearer <key>\`.`;

/**
 * Returns the page at `/`, which describes the service and links to its parts.
 *
 * @param here the address of this service
 * @param other the address of the other service. Default: it is named without a link.
 */
export function homePage(here: string, other: string | undefined): string {
  return htmlPage(
    'Kirchhoff: circuit registry',
    `<h1>Kirchhoff: circuit registry</h1>
<p>A registry of small programs (&ldquo;circuits&rdquo;) that are <strong>proven</strong>, not tested, to be total and deterministic
within declared bounds. Publish one, certify it, and anyone can check its certificate.</p>
<h2>Begin</h2>
<pre>curl -X POST ${inline(here)}/v1/auth/register \\
  -H 'content-type: application/json' \\
  -d '{"email":"you@example.com","name":"You"}'</pre>
<p>The answer holds your API key as <code>api_key</code>. Send it as <code>Authorization: Bearer &lt;key&gt;</code>.</p>
<p>${otherService(other)} compiles circuits, analyzes sources, runs circuits and decides by policies.</p>
<h2>Where to go</h2>
<ul>
<li><a href="/playground">/playground</a>: write a program and see at once what is proven of it; nothing is sent</li>
<li><a href="/v1/catalog">/v1/catalog</a>: the 128 operations (&ldquo;monomers&rdquo;) that circuits are made of</li>
<li><a href="/v1/circuits">/v1/circuits</a>: what has been published; POST publishes</li>
<li><code>POST /v1/circuits/:pid/certify</code>: proves it; <code>…/verify</code> re-checks the proof; <code>…/badge</code> shows it</li>
<li><a href="/v1/health">/v1/health</a>: whether this service and its parts are up</li>
<li><a href="/v1/docs">/v1/docs</a>: every call, described; <a href="/v1/openapi.json">/v1/openapi.json</a>: the same in OpenAPI 3.1</li>
<li><a href="/problems">/problems</a>: what an error means and what to do about it</li>
</ul>`,
  );
}

function otherService(address: string | undefined): string {
  return address === undefined ? 'The compiler' : `The compiler (<a href="${encodeURI(address)}">${inline(address)}</a>)`;
}
