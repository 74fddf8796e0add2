/** Settings for TLS to Postgres, for every process and command that connects to it. */
export const DATABASE_TLS_SETTINGS = {
  DATABASE_TLS_CA_FILE: {
    type: 'string',
    format: 'certificates-file',
    verifies: 'DATABASE_URL',
    description:
      'a file with the certificates, in PEM, of the authorities that may sign the certificate of Postgres; the connection is then encrypted, and chain and name are verified',
  },
  DATABASE_TLS_CERT_FILE: {
    type: 'string',
    format: 'certificates-file',
    needs: 'DATABASE_TLS_KEY_FILE',
    verifies: 'DATABASE_URL',
    description: 'a file with the certificate, in PEM, by which this process identifies itself to Postgres',
  },
  DATABASE_TLS_KEY_FILE: {
    type: 'string',
    format: 'private-key-file',
    needs: 'DATABASE_TLS_CERT_FILE',
    fits: 'DATABASE_TLS_CERT_FILE',
    description: 'a file with the private key of `DATABASE_TLS_CERT_FILE`, in PEM, without a passphrase',
  },
} as const;

/** Settings for TLS to Redis. */
export const REDIS_TLS_SETTINGS = {
  REDIS_TLS_CA_FILE: {
    type: 'string',
    format: 'certificates-file',
    verifies: 'REDIS_URL',
    description:
      'a file with the certificates, in PEM, of the authorities that may sign the certificate of Redis, whose address begins with rediss://',
  },
  REDIS_TLS_CERT_FILE: {
    type: 'string',
    format: 'certificates-file',
    needs: 'REDIS_TLS_KEY_FILE',
    verifies: 'REDIS_URL',
    description: 'a file with the certificate, in PEM, by which this process identifies itself to Redis',
  },
  REDIS_TLS_KEY_FILE: {
    type: 'string',
    format: 'private-key-file',
    needs: 'REDIS_TLS_CERT_FILE',
    fits: 'REDIS_TLS_CERT_FILE',
    description: 'a file with the private key of `REDIS_TLS_CERT_FILE`, in PEM, without a passphrase',
  },
} as const;

type TlsValues<Server extends string> = { readonly [Name in `${Server}_TLS_${'CA' | 'CERT' | 'KEY'}_FILE`]?: string | undefined };

/** The settings that make the address of Postgres. */
export interface DatabaseAddressSettings extends TlsValues<'DATABASE'> {
  readonly DATABASE_URL: string;
}

/** The settings that make the address of Redis. */
export interface RedisAddressSettings extends TlsValues<'REDIS'> {
  readonly REDIS_URL: string;
}
