/** A call with a key in a wrong place. */
export interface MisplacedKey {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or invalid text. */
  readonly body?: unknown;
}

/** Request fields that people paste keys into, or that some services log. */
const FIELDS = [
  'user-agent',
  'x-request-id',
  'traceparent',
  'tracestate',
  'idempotency-key',
  'if-none-match',
  'if-match',
  'prefer',
  'accept',
  'cookie',
  'referer',
  'origin',
  'x-api-key',
  'x-forwarded-for',
  'content-type',
  'content-encoding',
];

/** Returns calls that both services reject alike: unknown paths, queries, fields. */
export function misplacedAnywhere(key: string): readonly MisplacedKey[] {
  const encoded = key.replace('svc_', '%73vc%5F');
  return [
    ...[`/${key}`, `/v1/${key}`, `/problems/${key}`, `/${encoded}`, `/${key}/%zz`, `/v1/health/${key}`].map((path) => ({
      method: 'GET',
      path,
    })),
    ...[`api_key=${key}`, `${key}=1`, key, `a=${encoded}`].flatMap((query) => [
      { method: 'GET', path: `/?${query}` },
      { method: 'GET', path: `/v1/health?${query}` },
    ]),
    {
      method: 'GET',
      path: '/v1/health',
      headers: Object.fromEntries(FIELDS.filter((name) => !name.startsWith('content')).map((name) => [name, key])),
    },
    { method: 'PATCH', path: `/v1/health?${key}` },
    { method: 'GET', path: '/none', headers: { 'x-request-id': `id-${key}`, traceparent: `00-${key}-${key}-01` } },
    { method: key.slice(0, 8).toUpperCase().replaceAll('_', '-'), path: `/${key}` },
    ...authorizations(key).map((authorization) => ({ method: 'GET', path: `/v1/health?${key}`, headers: { authorization } })),
  ];
}

/** Returns almost correct Authorization fields. */
function authorizations(key: string): readonly string[] {
  const wrong = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
  const basic = Buffer.from(`user:${key}`).toString('base64');
  return [
    key,
    `Basic ${key}`,
    `Basic ${basic}`,
    `Token ${key}`,
    `Bearer ${key} ${key}`,
    `Bearer "${key}"`,
    `Bearer ${key},`,
    `Bearer ${wrong}`,
    `Bearer ${key}x`,
  ];
}

/** Returns bodies with the key in a value, in a member's name, and in invalid JSON. */
function bodies(key: string): readonly unknown[] {
  const everywhere = Object.fromEntries(
    ['name', 'email', 'description', 'source', 'target', 'visibility', 'expires_at', 'url', 'policy_id', 'action', 'inputs', 'pid'].map(
      (name) => [name, key],
    ),
  );
  return [
    { [key]: 1 },
    { name: key, source: key },
    { name: 'x', source: `circuit ${key} {\n  output a: 0..1\n  a = ${key}\n}\n` },
    { name: 'x', source: 'x', description: key, [key]: key },
    { email: key, name: key },
    { scopes: [key], expires_at: key },
    { source: key, target: key },
    { policy_id: key, action: { category: key, params: { [key]: key } } },
    { url: `https://example.com/?k=${key}`, events: [key] },
    everywhere,
    key,
    [key],
    `{"${key}": 1, "${key}": 2}`,
    `{"name": ${key}}`,
  ];
}

/** Returns calls of these addresses with the key in every body, and in every field. */
export function misplacedInBodies(key: string, method: 'POST' | 'PUT', paths: readonly string[]): readonly MisplacedKey[] {
  return paths.flatMap((path) => [
    ...bodies(key).map((body) => ({ method, path, body })),
    ...FIELDS.map((name) => ({ method, path, body: { [key]: name }, headers: { [name]: key } })),
    { method, path: `${path}?${key}=1`, body: {} },
  ]);
}
