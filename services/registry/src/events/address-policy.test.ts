import { AddressPolicy } from './address-policy.js';

const closed = new AddressPolicy(undefined);

it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1', '64:ff9b::8.8.8.8', '64:ff9b::808:808'])(
  'allows %s with TLS and not without',
  (address) => {
    expect(closed.allows(address, true)).toBe(true);
    expect(closed.allows(address, false)).toBe(false);
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
  expect(closed.allows(address, true)).toBe(false);
});

it('allows what an operator has opened, without TLS too, and no more', () => {
  const opened = new AddressPolicy('10.1.0.0/16, 192.168.7.7,fd00:1::/32');
  expect(opened.opensNetworks).toBe(true);
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '192.168.7.7', 'fd00:1::9']) expect(opened.allows(address, false)).toBe(true);
  for (const address of ['10.2.0.1', '192.168.7.8', 'fd00:2::9', '127.0.0.1', '8.8.8.8']) expect(opened.allows(address, false)).toBe(false);
  expect(opened.allows('8.8.8.8', true)).toBe(true);
});

it('knows the names of networks that the setting may name', () => {
  const opened = new AddressPolicy('loopback,uniquelocal,linklocal');
  for (const address of ['127.0.0.1', '::1', '10.9.9.9', '172.20.0.1', '192.168.0.1', 'fd00::1', '169.254.1.1', 'fe80::1']) {
    expect(opened.allows(address, false)).toBe(true);
  }
  expect(opened.allows('100.64.0.1', true)).toBe(false);
});

it('opens nothing where nothing is given', () => {
  expect(closed.opensNetworks).toBe(false);
  expect(new AddressPolicy('').opensNetworks).toBe(false);
});
