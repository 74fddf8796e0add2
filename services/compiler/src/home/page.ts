/** The page at `/`: what this is and where to go. It names nothing but this address, whatever it is reached by. */
export const HOME_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kirchhoff: compiler and policies</title>
<style>
  body { font: 1rem/1.6 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem; color: #1b1f24; background: #fff; }
  code, pre { font-family: ui-monospace, monospace; font-size: 0.9rem; background: #f2f4f6; border-radius: 4px; }
  code { padding: 0.1rem 0.3rem; }
  pre { padding: 0.8rem; overflow-x: auto; }
  @media (prefers-color-scheme: dark) { body { color: #e4e8ec; background: #14171a; } code, pre { background: #23282d; } a { color: #8ab4f8; } }
</style>
</head>
<body>
<h1>Kirchhoff: compiler and policies</h1>
<p>Compiles circuits (small programs that are <strong>proven</strong>, not tested, to be total and deterministic within declared
bounds) to native code without dependencies, and answers &ldquo;may this action happen?&rdquo; by policies that are proven in the same
way. A policy check never fails open.</p>
<h2>Begin</h2>
<p>The registry gives you an API key (<code>POST /v1/auth/register</code>). Send it as <code>Authorization: Bearer &lt;key&gt;</code>.</p>
<pre>curl -X POST …/v1/compile -H "authorization: Bearer $KEY" -H 'content-type: application/json' \\
  -d '{"target":"js","source":"circuit twice {\\n input n: 0..100\\n output m: 0..200\\n m = n * 2\\n}"}'</pre>
<h2>Where to go</h2>
<ul>
<li><a href="/v1/targets">/v1/targets</a>: the languages that circuits compile to</li>
<li><code>POST /v1/compile</code>: a circuit as a program of one of them</li>
<li><code>POST /v1/analyze</code>: what certification would say of a source</li>
<li><code>POST /v1/evaluate</code>: what a circuit gives for inputs</li>
<li><code>POST /v1/policies</code>, <code>POST /v1/policy/check</code>, <code>POST /v1/policy/check/batch</code>: policies, and what they decide</li>
<li><a href="/v1/health">/v1/health</a>: how this service is</li>
<li><code>/problems/:code</code>: what an error means and what to do about it</li>
</ul>
</body>
</html>
`;
