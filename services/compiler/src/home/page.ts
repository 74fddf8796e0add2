import { htmlPage, inline } from '@kirchhoff/platform';

/** Describes this service in Markdown: the beginning of its API description. */
export const ABOUT = `Compiles circuits (small programs that are proven, not tested, to be total and deterministic within declared bounds) to JavaScript
and Python without dependencies, and answers "may this action happen?" by policies that are proven in the same way. A policy check never fails open.

The registry gives API keys; send yours as \`Authorization: Bearer <key>\`.`;

/**
 * Returns the page at `/`, which describes the service and links to its parts.
 * @param here the address of this service
 * @param other the address of the other service. Default: it is named without a link
 */
export function homePage(here: string, other: string | undefined): string {
  return htmlPage(
    'Kirchhoff: compiler and policies',
    `<h1>Kirchhoff: compiler and policies</h1>
<p>Compiles circuits (small programs that are <strong>proven</strong>, not tested, to be total and deterministic within declared
bounds) to JavaScript and Python without dependencies, and answers &ldquo;may this action happen?&rdquo; by policies that are proven in the same
way. A policy check never fails open.</p>
<h2>Begin</h2>
<p>${otherService(other)} gives you an API key (<code>POST /v1/auth/register</code>), keeps circuits and certifies them. Send it as <code>Authorization: Bearer &lt;key&gt;</code>.</p>
<p>With the key in the variable <code>KEY</code>:</p>
<pre>curl -X POST ${inline(here)}/v1/compile \\
  -H "authorization: Bearer $KEY" \\
  -H 'content-type: application/json' \\
  -d '{"target": "js", "source":
    "circuit twice {\\n input n: 0..9\\n output m: 0..18\\n m = n * 2\\n}"}'</pre>
<h2>Where to go</h2>
<ul>
<li><a href="/v1/targets">/v1/targets</a>: the languages that circuits compile to</li>
<li><code>POST /v1/compile</code>: a circuit as a program of one of them</li>
<li><code>POST /v1/analyze</code>: what certification would say of a source</li>
<li><code>POST /v1/evaluate</code>: what a circuit gives for inputs</li>
<li><code>POST /v1/policies</code>, <code>POST /v1/policy/check</code>, <code>POST /v1/policy/check/batch</code>: policies, and what they decide</li>
<li><a href="/v1/health">/v1/health</a>: whether this service and its parts are up</li>
<li><a href="/v1/docs">/v1/docs</a>: every call, described; <a href="/v1/openapi.json">/v1/openapi.json</a>: the same in OpenAPI 3.1</li>
<li><a href="/problems">/problems</a>: what an error means and what to do about it</li>
</ul>`,
  );
}

function otherService(address: string | undefined): string {
  return address === undefined ? 'The registry' : `The registry (<a href="${encodeURI(address)}">${inline(address)}</a>)`;
}
