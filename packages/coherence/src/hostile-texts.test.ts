import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { compilePolicy, type Decision } from '@kirchhoff/language/policy/policy';
import type { PolicyProgram } from '@kirchhoff/language/program/program';
import { certify } from '@kirchhoff/prover/certify';
import * as fc from 'fast-check';
import { documentedPrograms } from './testing/documented-programs.js';
import { outcome, programOf } from './testing/outcome.js';

/** Tests of the example policies with texts that other software interprets in another way. */

interface Asked {
  readonly category: string;
  readonly params: { readonly host?: string };
  readonly verdict: Decision['verdict'];
  readonly rule: string | null;
}

const EXAMPLES = join(__dirname, '../../../examples');
const GATEWAY = readFileSync(join(EXAMPLES, 'gateway.kir'), 'utf8');
const DECISIONS: readonly Asked[] = JSON.parse(readFileSync(join(EXAMPLES, 'gateway.json'), 'utf8')).decisions;
const HOST_ALLOWED = programOf(readFileSync(join(EXAMPLES, 'programs/networks/host_allowed.kir'), 'utf8'));

function policyOf(source: string): PolicyProgram {
  const program = programOf(source);
  if (program.type !== 'policy') throw new Error(`no policy: ${source}`);
  return program;
}

function documentedPolicy(name: string): string {
  const found = documentedPrograms().find(({ source }) => source.startsWith(`policy ${name} {`));
  if (found === undefined) throw new Error(`no policy ${name}`);
  return found.source;
}

const HOST_POLICIES = [
  ['examples/gateway.kir', GATEWAY],
  ['the gateway of the language reference', documentedPolicy('gateway')],
] as const;

/** Returns true if a URL with this host leads to exactly this host, and the host lies below example.com. */
function leadsWhereItSays(host: string): boolean {
  if (!URL.canParse(`https://${host}/`) || !host.endsWith('.example.com')) return false;
  const url = new URL(`https://${host}/`);
  return url.hostname === host && url.href === `https://${host}/`;
}

/** RFC 1123, section 2.1, in lower case, without A-labels (RFC 5890, section 2.3.2.1). */
const HOST_NAME = /^(?:(?!xn--)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+example\.com$/;
const isBelowExample = (host: string): boolean => host.length <= 253 && HOST_NAME.test(host);

const PIECES =
  'a b.c shop example com 1 127 169.254.169.254 0x7f xn-- - -- . .. / // \\ # ? @ : :80 % %2e %2F %00 _ * [ ] [::1] A EXAMPLE ; & = + ~'.split(
    ' ',
  );
const UNUSUAL = [
  '\0',
  '\n',
  '\r',
  '\t',
  ' ',
  '\u00a0',
  '\u00ad',
  '\u200b',
  '\u200d',
  '\u202e',
  '\u2028',
  '\u3002',
  '\ufeff',
  '\uff0e',
  '\uff0f',
];
const LOOKALIKES = ['\uff41', '\u0430', '\u212a', '\u017f', '\u00df', '\u2100', '\u{1d41a}', '\u{e0041}', '😀'];
const tame = fc.string({ unit: fc.constantFrom('a', 'b', '1', '-', '.'), maxLength: 8 }).map((text) => [text]);
const hostile = fc.array(fc.oneof(fc.constantFrom(...PIECES, ...UNUSUAL, ...LOOKALIKES), fc.string({ unit: 'binary', maxLength: 2 })), {
  maxLength: 6,
});
const texts = fc.oneof(hostile, hostile, tame);
const hosts = fc
  .tuple(texts, fc.constantFrom('.example.com', '.example.com', '.internal.example.com', 'example.com', '.example.com.', ''))
  .map(([pieces, end]) => pieces.join('') + end);

test.each(HOST_POLICIES)('%s is certified without a warning', (_, source) => {
  const program = policyOf(source);
  expect(program.warnings).toEqual([]);
  expect(certify(program)).toMatchObject({ certified: true, warnings: [] });
});

test('examples/gateway.kir decides as the table beside it says', () => {
  const decide = compilePolicy(policyOf(GATEWAY));
  expect(DECISIONS.length).toBeGreaterThan(140);
  for (const { category, params, verdict, rule } of DECISIONS) {
    expect({ params, ...decide(category, params) }).toMatchObject({ params, verdict, rule });
  }
});

describe.each(HOST_POLICIES)('%s', (_, source) => {
  const decide = compilePolicy(policyOf(source));
  const isAllowed = (host: string): boolean => decide('net.connect', { host, port: 443 }).verdict === 'ALLOW';

  test('allows of the table what leads where it says, and denies the rest', () => {
    const asked = DECISIONS.flatMap(({ params: { host }, verdict }) => (host === undefined ? [] : [{ host, verdict }]));
    for (const { host } of asked.filter(({ verdict }) => verdict === 'DENY'))
      expect([host, isAllowed(host) && !isBelowExample(host)]).toEqual([host, false]);
    for (const { host } of asked.filter(({ verdict }) => verdict === 'ALLOW')) {
      expect([host, isAllowed(host), leadsWhereItSays(host)]).toEqual([host, true, true]);
    }
  });

  test('allows no host that leads elsewhere, and every host name below example.com that is not internal', () => {
    let allowed = 0;
    fc.assert(
      fc.property(hosts, (host) => {
        const isOpen = !host.endsWith('.internal.example.com');
        expect([host, isAllowed(host)]).toEqual([host, isBelowExample(host) && isOpen]);
        if (!isAllowed(host)) return;
        allowed += 1;
        expect([host, leadsWhereItSays(host)]).toEqual([host, true]);
      }),
      { numRuns: 3_000 },
    );
    expect(allowed).toBeGreaterThan(50);
  });
});

test('the deny rule of the reference is not passed by another spelling of an internal host', () => {
  const decide = compilePolicy(policyOf(documentedPolicy('gateway')));
  const internal = 'db.internal.example.com';
  const spellings = [internal, internal.toUpperCase(), 'db.INTERNAL.example.com', 'db.internal\u200b.example.com', `${internal}.`];
  for (const host of [
    ...spellings,
    'db.interna\uff4c.example.com',
    'db.internal\u00ad.example.com',
    'localhost',
    'LOCALHOST',
    'localhost.',
  ]) {
    expect([host, decide('net.connect', { host, port: 443 }).verdict]).toEqual([host, 'DENY']);
  }
});

test('host_allowed allows no host that leads elsewhere', () => {
  fc.assert(
    fc.property(hosts, (host) => {
      const allowed = outcome(HOST_ALLOWED, { host, suffixes: ['example.com'] });
      const expected = host === 'example.com' || isBelowExample(host);
      // An invalid host name must be refused, not just disallowed.
      const isRefused = allowed === 'domain error';
      expect([host, isRefused ? 'domain error' : allowed]).toEqual([host, isRefused && !expected ? 'domain error' : { allowed: expected }]);
      if (!isRefused) expect([host, new URL(`https://${host}/`).hostname]).toEqual([host, host]);
    }),
    { numRuns: 2_000 },
  );
  for (const { params } of DECISIONS) {
    const { host = '' } = params;
    if (host === '' || host === 'example.com' || isBelowExample(host)) continue;
    expect([host, outcome(HOST_ALLOWED, { host, suffixes: ['example.com'] })]).not.toEqual([host, { allowed: true }]);
  }
  for (const host of ['127.1', '1.0x7f', '169.254.169.254', '0x7f000001']) {
    expect(outcome(HOST_ALLOWED, { host, suffixes: [] })).toBe('domain error');
    expect(outcome(HOST_ALLOWED, { host: 'a', suffixes: [host] })).toBe('domain error');
  }
});

test('no documented policy allows a hostile text in any of its text params, but the one that is warned of', () => {
  const asking = [
    ...DECISIONS.flatMap(({ params: { host }, verdict }) =>
      host === undefined || verdict !== 'DENY' || isBelowExample(host) ? [] : [host],
    ),
    ...HOSTILE_PATHS,
  ];
  const sources = [
    GATEWAY,
    ...documentedPrograms().flatMap(({ source, expect: expected, options }) =>
      expected === 'closed' && options.get('warning') !== 'unsafe-text-test' && /^policy /m.test(source) ? [source] : [],
    ),
  ];
  const asked = sources.flatMap((source) => {
    const program = programOf(source);
    if (program.type !== 'policy') return [];
    const decide = compilePolicy(program);
    return program.core.graphs.flatMap(({ parameters }, index) => {
      if (!parameters.some(({ domain }) => domain.kind === 'text')) return [];
      const category = program.policy.categories[index] ?? '';
      return asking.map((text) => {
        const params = Object.fromEntries(parameters.map(({ name, domain }) => [name, domain.kind === 'text' ? text : 443]));
        return { category, params, verdict: decide(category, params).verdict };
      });
    });
  });
  expect(asked.length).toBeGreaterThanOrEqual(6 * asking.length);
  expect(asked.filter(({ verdict }) => verdict === 'ALLOW')).toEqual([]);
});

const FOLDER = '/srv/app/';
const HOSTILE_PATHS = [
  '/etc/shadow',
  '/srv/app',
  '/srv/app/',
  '/srv/apple/key',
  'srv/app/key',
  './srv/app/key',
  '//srv/app/key',
  ' /srv/app/key',
  'file:///srv/app/key',
  '/SRV/APP/key',
  ...[
    '..',
    '../key',
    '../../etc/shadow',
    'notes/../../../etc/shadow',
    './key',
    'notes/./a.txt',
    'notes//a.txt',
    '/etc/shadow',
    '%2e%2e/key',
    '%2E%2e/key',
    '.%2e/key',
    '..%2fkey',
    '%252e%252e/key',
    '\uff0e\uff0e/key',
    '\u2024\u2024/key',
    '\u2025/key',
    '.\u200d./key',
    '.\u00ad./key',
    '..\u2215key',
    '..\uff0fkey',
    '..\\key',
    'C:\\key',
    'a.txt\0',
    '\0/../../etc/shadow',
    'a\n',
    'a\r\n',
    'a\t',
    'a b',
    '$HOME/key',
    '`id`',
    'a;id',
    'a|id',
    'a*',
    'a?',
    'a#b',
    'a&b',
    '.ssh/id',
    '.env',
    'notes/.htaccess',
    'notes/',
    'a/b/../../../key',
    'a//b',
    'a/',
    '%00',
    'a(1)',
    'e\u0301.txt',
    '\u00e9.txt',
    'a\u202etxt.exe',
    '\u{e0041}',
    '\u0430.txt',
  ].map((end) => FOLDER + end),
];

/** Returns true if the path, and the path of a URL with it, resolves to a place inside the folder. */
function staysInFolder(path: string): boolean {
  return path.startsWith(FOLDER) && posix.resolve(path) === path && new URL(`https://host${path}`).pathname === path;
}

describe('the paths of the language reference', () => {
  const files = compilePolicy(policyOf(documentedPolicy('files')));
  const sparse = compilePolicy(policyOf(documentedPolicy('sparse')));
  const isAllowed = (category: string, path: string): boolean => files(category, { path }).verdict === 'ALLOW';

  test('hostile paths are denied', () => {
    for (const path of HOSTILE_PATHS) {
      for (const decide of [files, sparse]) {
        for (const category of ['file.read', 'file.write']) expect([path, decide(category, { path }).verdict]).toEqual([path, 'DENY']);
      }
    }
  });

  test('a star does not leave its folder', () => {
    for (const path of ['/srv/app/notes/a/b.txt', '/srv/app/notes/a/../b.txt', '/srv/app/notes/../b.txt', '/srv/app/notes/.txt']) {
      expect([path, isAllowed('file.write', path)]).toEqual([path, false]);
    }
  });

  test('ordinary paths are allowed', () => {
    for (const path of ['/srv/app/a', '/srv/app/a/b-c_d/e.2.txt', '/srv/app/notes/a..b.txt', '/srv/app/KEY', '/srv/app/~/+a,b=c:d@e'])
      expect([path, isAllowed('file.read', path)]).toEqual([path, true]);
    expect(isAllowed('file.write', '/srv/app/notes/monday.txt')).toBe(true);
    expect(sparse('file.read', { path: '/srv/app/notes.txt' }).verdict).toBe('ALLOW');
  });

  test('no path leaves its folder', () => {
    const path = fc
      .tuple(fc.constantFrom(FOLDER, FOLDER, '/srv/app/notes/', '/srv/', '/', ''), texts, fc.constantFrom('', '.txt', '/x.txt'))
      .map(([start, pieces, end]) => start + pieces.join('') + end);
    let allowed = 0;
    fc.assert(
      fc.property(path, (each) => {
        if (isAllowed('file.read', each)) {
          allowed += 1;
          expect([each, staysInFolder(each)]).toEqual([each, true]);
        }
        if (isAllowed('file.write', each)) expect([each, staysInFolder(each), posix.dirname(each)]).toEqual([each, true, '/srv/app/notes']);
      }),
      { numRuns: 3_000 },
    );
    expect(allowed).toBeGreaterThan(50);
  });
});
