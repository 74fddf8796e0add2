/** The page at `/`: what this is and where to go. It names nothing but this address, whatever it is reached by. */
export const HOME_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kirchhoff: circuit registry</title>
<style>
  body { font: 1rem/1.6 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem; color: #1b1f24; background: #fff; }
  code, pre { font-family: ui-monospace, monospace; font-size: 0.9rem; background: #f2f4f6; border-radius: 4px; }
  code { padding: 0.1rem 0.3rem; }
  pre { padding: 0.8rem; overflow-x: auto; }
  @media (prefers-color-scheme: dark) { body { color: #e4e8ec; background: #14171a; } code, pre { background: #23282d; } a { color: #8ab4f8; } }
</style>
</head>
<body>
<h1>Kirchhoff: circuit registry</h1>
<p>A registry of small programs (&ldquo;circuits&rdquo;) that are <strong>proven</strong>, not tested, to be total and deterministic
within declared bounds. Publish one, certify it, and anyone can check its certificate.</p>
<h2>Begin</h2>
<pre>curl -X POST …/v1/auth/register -H 'content-type: application/json' \\
  -d '{"email":"you@example.com","name":"You"}'</pre>
<p>The answer holds your API key. Send it as <code>Authorization: Bearer &lt;key&gt;</code>.</p>
<h2>Where to go</h2>
<ul>
<li><a href="/v1/catalog">/v1/catalog</a>: the 128 monomers that circuits are made of</li>
<li><a href="/v1/circuits">/v1/circuits</a>: what has been published; POST publishes</li>
<li><code>POST /v1/circuits/:pid/certify</code>: proves it; <code>…/verify</code> re-checks the proof; <code>…/badge</code> shows it</li>
<li><a href="/v1/health">/v1/health</a>: how this service is</li>
<li><code>/problems/:code</code>: what an error means and what to do about it</li>
</ul>
</body>
</html>
`;
