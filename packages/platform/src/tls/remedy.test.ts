import { isDatabaseOutage } from '../database/outage.js';
import { tlsFault } from './remedy.js';

const coded = (code: string, message = code) => Object.assign(new Error(message), { code });

it.each([
  [coded('SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate in certificate chain'), 'in DATABASE_TLS_CA_FILE'],
  [coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'in DATABASE_TLS_CA_FILE'],
  [coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'by a name that the certificate has'],
  [coded('CERT_HAS_EXPIRED'), 'a valid certificate'],
  [new Error('The server does not support SSL connections'), 'does not speak TLS'],
  [coded('28000', 'connection requires a valid client certificate'), 'in DATABASE_TLS_CERT_FILE'],
  [coded('28000', 'no pg_hba.conf entry for host "127.0.0.1", user "u", database "k", no encryption'), 'requires TLS'],
])('%s has its remedy, and is an outage', (error, remedy) => {
  const wrapped = new Error('of the driver', { cause: error });
  expect(tlsFault('DATABASE', wrapped)).toEqual({ reason: error.message, remedy: expect.stringContaining(remedy) });
  expect(isDatabaseOutage(wrapped)).toBe(true);
});

it.each([new Error('x'), coded('ECONNREFUSED'), coded('28P01', 'password authentication failed'), undefined])(
  '%s is no fault of TLS',
  (error) => {
    expect(tlsFault('DATABASE', error)).toBeUndefined();
  },
);
