import { AddressPolicy } from './address-policy.js';

const SECURE = new URL('https://hooks.example/');
const PLAIN = new URL('http://hooks.example/');
const closed = new AddressPolicy(undefined, '443,8443');

it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1', '64:ff9b::8.8.8.8', '64:ff9b::808:808'])(
  'allows %s with TLS and not without',
  (address) => {
    expect(closed.allows(address, SECURE)).toBe(true);
    expect(closed.allows(address, PLAIN)).toBe(false);
  },
);

it.each([
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'fe80::1%lo',
  'fec0::1',
  'ff02::1',
  '64:ff9b::10.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:808:808::1',
  'localhost',
  '2130706433',
  '0x7f.1',
  '',
])('refuses %s', (address) => {
  expect(closed.allows(address, SECURE)).toBe(false);
});

it('allows what an operator has opened, without TLS too, and no more', () => {
  const opened = new AddressPolicy('10.1.0.0/16, 192.168.7.7,fd00:1::/32', '443,8443');
  expect(opened.opensNetworks).toBe(true);
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '192.168.7.7', 'fd00:1::9']) expect(opened.allows(address, PLAIN)).toBe(true);
  for (const address of ['10.2.0.1', '192.168.7.8', 'fd00:2::9', '127.0.0.1', '8.8.8.8']) expect(opened.allows(address, PLAIN)).toBe(false);
  expect(opened.allows('8.8.8.8', SECURE)).toBe(true);
});

it('knows the names of networks that the setting may name', () => {
  const opened = new AddressPolicy('loopback,uniquelocal,linklocal', '443,8443');
  for (const address of ['127.0.0.1', '::1', '10.9.9.9', '172.20.0.1', '192.168.0.1', 'fd00::1', '169.254.1.1', 'fe80::1']) {
    expect(opened.allows(address, PLAIN)).toBe(true);
  }
  expect(opened.allows('100.64.0.1', SECURE)).toBe(false);
});

it('opens nothing where nothing is given', () => {
  expect(closed.opensNetworks).toBe(false);
  expect(new AddressPolicy('', '443,8443').opensNetworks).toBe(false);
});

it('takes other ports than those that were given for networks that were opened alone', () => {
  const opened = new AddressPolicy('10.0.0.0/8', '443,8443');
  for (const [port, isTaken] of [
    ['', true],
    [':443', true],
    [':8443', true],
    [':25', false],
    [':6379', false],
    [':44', false],
  ] as const) {
    const url = new URL(`https://hooks.example${port}/`);
    expect([port, opened.allows('8.8.8.8', url), opened.allows('10.0.0.1', url)]).toEqual([port, isTaken, true]);
  }
});
