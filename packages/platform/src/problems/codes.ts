interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** The remedy for the reader of the problem. */
  readonly remedy: string;
}

/** Every problem of the services, in a line each. The status, the page and the type of a code come from here. */
export const PROBLEMS = {
  'malformed-request': { status: 400, title: 'Malformed request', remedy: 'Send a well-formed HTTP/1.1 request.' },
  'malformed-url': { status: 400, title: 'Malformed URL', remedy: 'Percent-encode the path as UTF-8, without NUL.' },
  'malformed-json': {
    status: 400,
    title: 'The body is not JSON',
    remedy: 'Send one JSON value in UTF-8, without repeated members and without unpaired surrogates.',
  },
  'invalid-request': { status: 400, title: 'A field is invalid', remedy: 'See `errors`: each names a place in the request.' },
  unauthenticated: {
    status: 401,
    title: 'A valid API key is required',
    remedy: 'Send `Authorization: Bearer <key>`. POST /v1/auth/register makes an account and its first key.',
  },
  'account-suspended': {
    status: 403,
    title: 'This account is suspended',
    remedy: 'Ask the operator of this installation for the reason. When the account is resumed, its keys work as before.',
  },
  'missing-scope': { status: 403, title: 'This key lacks a permission', remedy: 'Use a key with the scope that the detail names.' },
  'form-refused': {
    status: 403,
    title: 'This form does not come from its own page',
    remedy: 'Load the page again and send the form from there. It must be the same browser, with cookies of this site permitted.',
  },
  'not-owner': { status: 403, title: 'Only the owner is permitted to do this', remedy: 'Use a key of the account that owns it.' },
  'storage-exceeded': {
    status: 403,
    title: 'The storage limit of this account is reached',
    remedy: 'GET /v1/usage shows the amounts. Withdraw unneeded resources, or ask the operator of this installation for more.',
  },
  'registration-closed': {
    status: 403,
    title: 'Registration is closed',
    remedy: 'Ask the operator of this installation for an account.',
  },
  'not-found': { status: 404, title: 'Not found', remedy: 'Check the address, and that this key has access.' },
  'method-not-allowed': { status: 405, title: 'Method not allowed', remedy: 'Use a method from `Allow`.' },
  'request-timeout': { status: 408, title: 'The request did not arrive in time', remedy: 'Send the whole request within 30 seconds.' },
  conflict: { status: 409, title: 'Conflict with the current state', remedy: 'Read the current state and decide again.' },
  'not-certified': { status: 409, title: 'The circuit has no closed certification', remedy: 'Certify the circuit first: POST …/certify.' },
  'idempotency-running': {
    status: 409,
    title: 'The request with this key is still running',
    remedy: 'Send it again after `Retry-After` seconds: it will be answered as the first.',
  },
  'secret-already-issued': {
    status: 409,
    title: 'The secret of this request was already shown',
    remedy: 'A secret is shown once. Revoke the key that `key_id` names, and create another.',
  },
  withdrawn: { status: 410, title: 'Withdrawn', remedy: 'Pinned versions stay readable by their hash.' },
  'precondition-failed': {
    status: 412,
    title: 'The resource has changed',
    remedy: 'Read it again, and send the change with the `ETag` of that answer in `If-Match`.',
  },
  'payload-too-large': { status: 413, title: 'The body is too large', remedy: 'Send a smaller body: the detail states the limit.' },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    remedy: 'Send application/json in UTF-8, without content encoding.',
  },
  'idempotency-mismatch': {
    status: 422,
    title: 'This Idempotency-Key was used for another request',
    remedy: 'Use a new Idempotency-Key for each request, and the same one only to repeat it unchanged.',
  },
  'invalid-program': {
    status: 422,
    title: 'The program does not parse, does not type-check, or costs too much',
    remedy: 'See `diagnostics`: each has line, column and the expectation.',
  },
  'circuit-open': { status: 422, title: 'The circuit does not close', remedy: 'See `errors`: each names a closure domain without proof.' },
  'program-too-long': {
    status: 422,
    title: 'The compiled program would be too long',
    remedy: 'Split the circuit, or put repeated parts into components: the detail states the limit.',
  },
  'policy-open': { status: 422, title: 'The policy does not close', remedy: 'See `errors`: each names a condition without proof.' },
  'cases-failed': {
    status: 422,
    title: 'The version fails cases beside its policy',
    remedy: 'See `failures`. Mend the version or the cases, or send `ignore_cases`.',
  },
  'domain-error': {
    status: 422,
    title: 'The inputs are refused',
    remedy: 'Send inputs within the declared domains: `port` and `path` name the place.',
  },
  'open-operation': {
    status: 422,
    title: 'An unverified operation of an open circuit failed',
    remedy: 'See `line`, and close the circuit so that it cannot happen.',
  },
  'entropy-source': { status: 422, title: 'The program reads a source of entropy', remedy: 'Take the value as an input.' },
  'quota-exceeded': {
    status: 429,
    title: "The day's quota is used up",
    remedy: 'Wait until midnight UTC (`Retry-After` has the seconds), or ask the operator of this installation for another tier.',
  },
  'rate-limited': { status: 429, title: 'Too many requests', remedy: 'Wait for the seconds in `Retry-After`.' },
  'headers-too-large': { status: 431, title: 'The header fields are too large', remedy: 'Send fewer or shorter header fields.' },
  busy: { status: 503, title: 'The engine is busy', remedy: 'Try again after `Retry-After` seconds.' },
  'guard-exceeded': { status: 503, title: 'The engine did not finish in time', remedy: 'Make the program smaller, or try again later.' },
  'certification-failed': {
    status: 503,
    title: 'The certification failed because of a fault of the service',
    remedy: 'The quota was given back. Try again.',
  },
  'verification-failed': {
    status: 503,
    title: 'The verification failed because of a fault of the service',
    remedy: 'The quota was given back. Try again.',
  },
  unavailable: { status: 503, title: 'A dependency is unavailable', remedy: 'Try again after `Retry-After` seconds.' },
  internal: { status: 503, title: 'Internal error', remedy: 'Try again; if the error persists, report the `request_id`.' },
} as const satisfies Readonly<Record<string, ProblemKind>>;

export type ProblemCode = keyof typeof PROBLEMS;
export type ProblemStatus = (typeof PROBLEMS)[ProblemCode]['status'];

/** Returns true if `text` is the code of a problem. */
export function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(PROBLEMS, text);
}
