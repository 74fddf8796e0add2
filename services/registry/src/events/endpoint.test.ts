import { AddressPolicy, readEndpoint } from './address-policy.js';

const closed = new AddressPolicy(undefined, '443,8443');
const opened = new AddressPolicy('127.0.0.0/8', '443,8443');

it('takes a public https URL, without its fragment', () => {
  expect(readEndpoint('https://Example.com/hooks?a=1#top', closed)).toEqual({ kind: 'endpoint', url: 'https://example.com/hooks?a=1' });
  expect(readEndpoint('https://8.8.8.8:8443/', closed)).toEqual({ kind: 'endpoint', url: 'https://8.8.8.8:8443/' });
  expect(readEndpoint('https://[2606:4700::1111]/', closed).kind).toBe('endpoint');
  expect(readEndpoint('https://münchen.example/', closed)).toEqual({ kind: 'endpoint', url: 'https://xn--mnchen-3ya.example/' });
});

it.each(['', 'example.com', '//example.com', 'https://', 'https://exa mple.com', 'https://[::1'])(
  'refuses %p: not an absolute URL',
  (text) => {
    expect(readEndpoint(text, closed)).toEqual({ kind: 'refused', reason: 'must be an absolute URL' });
  },
);

it.each([
  'http://example.com',
  'ftp://example.com',
  'file:///etc/passwd',
  'gopher://example.com',
  'javascript:alert(1)',
  'data:text/plain,x',
])('refuses %p: not https', (text) => {
  expect(readEndpoint(text, closed)).toEqual({ kind: 'refused', reason: 'must begin with https://' });
});

it('refuses other schemes where networks are opened, too', () => {
  expect(readEndpoint('ftp://127.0.0.1/', opened).kind).toBe('refused');
  expect(readEndpoint('http://127.0.0.1/', opened).kind).toBe('endpoint');
  expect(readEndpoint('http://8.8.8.8/', opened).kind).toBe('refused');
  expect(readEndpoint('http://10.0.0.1/', opened).kind).toBe('refused');
});

it.each(['https://user@example.com', 'https://user:secret@example.com', 'https://:secret@example.com'])(
  'refuses %p: it carries credentials',
  (text) => {
    expect(readEndpoint(text, closed)).toEqual({ kind: 'refused', reason: 'must not carry a user name or a password' });
  },
);

it.each([
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.0.0.1/',
  'https://0177.0.0.1/',
  'https://127.0.0.1./',
  'https://１２７.0.0.1/',
  'https://127。0。0。1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://10.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[fd00::1]/',
  'https://0/',
])('refuses %p: not a public address', (text) => {
  expect(readEndpoint(text, closed)).toEqual({ kind: 'refused', reason: 'must not resolve to an address that is not public' });
});

it.each([
  'https://localhost/',
  'https://LOCALHOST:8080/',
  'https://a.localhost/',
  'https://printer.local/',
  'https://db.internal./',
  'https://redis/',
])('refuses %p: a private name, unless networks are opened', (text) => {
  expect(readEndpoint(text, closed)).toEqual({ kind: 'refused', reason: 'must not name a private host' });
  expect(readEndpoint(text, opened).kind).toBe('endpoint');
});

it.each(['https://example.com:25/', 'https://example.com:6379/', 'https://8.8.8.8:22/'])('refuses %s for its port', (text) => {
  expect(readEndpoint(text, closed)).toEqual({ kind: 'refused', reason: 'must use a port that webhooks permit, such as 443' });
});

it('leaves the port of a name to the call where networks were opened', () => {
  expect(readEndpoint('https://hooks.corp:6379/', opened).kind).toBe('endpoint');
});
