/** The roles of the services: groups without a login, which the logins of the operator are members of. */
export const SERVICE_ROLES = { registry: 'kirchhoff_registry', compiler: 'kirchhoff_compiler' } as const;

/** A service with a role of its own; the registry's role is that of its worker too. */
export type ServiceRole = keyof typeof SERVICE_ROLES;

/** The permissions of a service on one table. */
export interface TableGrants {
  /** The columns that it reads; `true` for the whole table. */
  readonly select?: true | readonly string[];
  readonly insert?: true;
  readonly update?: readonly string[];
  readonly delete?: true;
  /**
   * A column that it may update although it does not: Postgres allows a row lock (`FOR UPDATE`) only with this permission on a column.
   * It is the column whose content does the least harm.
   */
  readonly lock?: string;
  /** The sequence behind a column that numbers the inserted rows. */
  readonly numbered?: string;
}

type Grants = Readonly<Record<ServiceRole, Readonly<Record<string, TableGrants>>>>;

/** The state of migrations, as far as `/readyz` needs it. */
const READINESS: TableGrants = { select: ['migration_name', 'finished_at', 'rolled_back_at'] };

const STORAGE_COUNTS = ['octets', 'circuits', 'policies', 'versions'];

/** Every column but the key and what Postgres fills in: a record is claimed again as a new one. */
const IDEMPOTENCY: TableGrants = {
  select: true,
  insert: true,
  update: [
    'request_digest',
    'seed',
    'status',
    'lease_until',
    'response_status',
    'response_headers',
    'response_body',
    'secret_key_id',
    'created_at',
    'expires_at',
  ],
};

/** The columns that the states of a run change. */
const RUN = [
  'status',
  'attempt',
  'lease_until',
  'share_group',
  'started_at',
  'finished_at',
  'engine_version',
  'result',
  'failure',
  'phi_c',
];

/**
 * The permissions of each service, by table: exactly what its statements need. Each table belongs to one service; the comment of
 * `prisma/schema.prisma` lists them. The operator's commands run as the owner of the tables, and need no entry.
 *
 * A permission that the previous release needs stays for one more release: `operator migrate` revokes what is not listed here while
 * processes of that release still run.
 */
export const GRANTS: Grants = {
  registry: {
    _prisma_migrations: READINESS,
    accounts: { select: true, insert: true, lock: 'name' },
    account_decisions: { select: true, insert: true },
    account_evidence: { select: true, insert: true, update: ['octets'] },
    account_storage: { select: true, insert: true, update: STORAGE_COUNTS },
    api_keys: { select: true, insert: true, update: ['last_used_at', 'revoked_at'] },
    // Retention deletes old records. No service changes one.
    audit_records: { select: true, insert: true, delete: true, lock: 'request_id', numbered: 'id' },
    certifications: { select: true, insert: true, update: [...RUN, 'certified', 'certificate'] },
    circuit_version_pins: { select: true, insert: true },
    circuit_versions: { select: true, insert: true, update: ['certified', 'phi_c', 'assurance', 'certified_at', 'certification_id'] },
    circuits: {
      select: true,
      insert: true,
      update: [
        'name',
        'description',
        'visibility',
        'current_version',
        'revision',
        'certified',
        'assurance',
        'publication_digest',
        'updated_at',
        'withdrawn_at',
      ],
    },
    idempotency_records: { ...IDEMPOTENCY, delete: true },
    quota_counts: { select: true, insert: true, update: ['count', 'guard_returns'], delete: true },
    sessions: { select: true, insert: true, update: ['last_used_at', 'expires_at'], delete: true },
    verification_charges: { select: true, delete: true, lock: 'day' },
    verifications: { select: true, insert: true, update: [...RUN, 'verified', 'current_hash'], delete: true, numbered: 'id' },
    webhook_deliveries: {
      select: true,
      insert: true,
      update: ['status', 'attempts', 'next_attempt_at', 'last_attempt_at', 'last_status', 'last_error', 'delivered_at'],
      delete: true,
    },
    webhooks: {
      select: true,
      insert: true,
      update: ['secret', 'previous_secret', 'previous_secret_until', 'older_secret', 'older_secret_until', 'deleted_at'],
    },
  },
  compiler: {
    _prisma_migrations: READINESS,
    accounts: { select: ['id', 'tier', 'limits', 'suspended_at'] },
    account_decisions: { select: true, update: ['octets'] },
    account_evidence: { select: true },
    account_storage: { select: true, update: STORAGE_COUNTS },
    api_keys: {
      select: ['id', 'account_id', 'hash', 'scopes', 'expires_at', 'revoked_at', 'last_used_at'],
      update: ['last_used_at'],
    },
    audit_records: { insert: true, numbered: 'id' },
    circuit_version_pins: { select: true },
    circuit_versions: { select: ['circuit_id', 'version', 'source', 'hash', 'certified'] },
    circuits: { select: ['id', 'account_id', 'visibility', 'current_version', 'withdrawn_at'] },
    idempotency_records: IDEMPOTENCY,
    policies: { select: true, insert: true, update: ['name', 'description', 'current_version', 'updated_at', 'withdrawn_at'] },
    policy_cases: { select: true, insert: true, update: ['cases', 'revision'] },
    policy_decision_drops: { select: true, insert: true, update: ['count', 'last_at'], delete: true },
    policy_decisions: { select: true, insert: true, delete: true, lock: 'replayable' },
    policy_logs: { select: true, insert: true, update: ['mode', 'rate', 'keep', 'retention_days', 'updated_at'] },
    policy_version_pins: { select: true, insert: true },
    policy_versions: { select: true, insert: true },
  },
};
