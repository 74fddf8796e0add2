import { type ClientBase, escapeIdentifier } from 'pg';
import { GRANTS, SERVICE_ROLES, type TableGrants } from './grants.js';

/** The outcome for the roles of the services. Every outcome leaves the schema as it is. */
export type RoleGrants =
  /** Both roles have their permissions. */
  | { readonly kind: 'granted' }
  /** A role does not exist, and this role may not create it. An administrator has to run the statements; then grant again. */
  | { readonly kind: 'no-role'; readonly statements: readonly string[] }
  /** The permissions differ, and this role may not change them. The owner of the objects has to run the statements. */
  | { readonly kind: 'denied'; readonly statements: readonly string[] };

/** One permission of a role on an object or on a column of it. */
interface Permission {
  /** The name of the role; `PUBLIC` for every role. */
  readonly role: string;
  /** The object as GRANT names it, such as `TABLE "circuits"`. */
  readonly object: string;
  /** As GRANT names it, such as `SELECT`. */
  readonly privilege: string;
  readonly column: string | null;
}

/** The objects that permissions are granted on. */
interface Catalog {
  readonly schema: string;
  readonly schemaOwner: string;
  readonly tables: ReadonlyMap<string, { readonly owner: string; readonly columns: ReadonlySet<string> }>;
  /** The name of a sequence, by table and column. */
  readonly sequences: ReadonlyMap<string, string>;
}

const PUBLIC = 'PUBLIC';
/** SQLSTATE: the role exists; another session has just written it; not permitted. */
const EXISTS = new Set(['42710', '23505']);
const DENIED = '42501';
/** SQLSTATE: the role has passed the permission on. Revoking it from others too is the operator's decision. */
const PASSED_ON = '2BP01';

/** All tables that a service may use. */
const TABLES = [...new Set(Object.values(GRANTS).flatMap((tables) => Object.keys(tables)))];

/**
 * Creates the roles of the services, and brings their permissions to `GRANTS`. Roles are per server, and several databases may be
 * migrated at once: a role that another session creates meanwhile is used. A permission is granted or revoked only if it differs,
 * so a repetition changes no row of the catalog.
 *
 * @param client a connection of the migration, which holds its lock
 * @param isNewer true if the schema is newer than this build: its build may have granted more, so no permission is revoked
 * @throws if Postgres is out
 */
export async function grantRoles(client: ClientBase, isNewer: boolean): Promise<RoleGrants> {
  const missing: string[] = [];
  for (const role of Object.values(SERVICE_ROLES)) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    if (!(await createRole(client, role))) missing.push(`CREATE ROLE ${escapeIdentifier(role)} NOLOGIN;`);
  }
  if (missing.length > 0) return { kind: 'no-role', statements: missing };
  await client.query('BEGIN');
  if (!isNewer) await run(client, revoking((await compare(client)).excess));
  // Revoking a permission on a table revokes it on the columns too, so what is missing is read afterwards.
  await run(client, granting((await compare(client)).missing));
  await client.query('COMMIT');
  const left = await compare(client);
  const statements = [...(isNewer ? [] : revoking(left.excess)), ...granting(left.missing)];
  return statements.length === 0 ? { kind: 'granted' } : { kind: 'denied', statements: statements.map((each) => `${each};`) };
}

/** Returns true if the role exists now. */
async function createRole(client: ClientBase, role: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
  if (rowCount === 1) return true;
  try {
    await client.query(`CREATE ROLE ${escapeIdentifier(role)} NOLOGIN`);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === DENIED) return false;
    if (EXISTS.has(code)) return true;
    throw error;
  }
}

/** Runs the statements that this role may run; the comparison afterwards finds the others. */
async function run(client: ClientBase, statements: readonly string[]): Promise<void> {
  for (const statement of statements) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await client.query('SAVEPOINT statement');
    try {
      // oxlint-disable-next-line no-await-in-loop -- one connection
      await client.query(statement);
    } catch (error) {
      if (![DENIED, PASSED_ON].includes(codeOf(error))) throw error;
      // oxlint-disable-next-line no-await-in-loop -- one connection
      await client.query('ROLLBACK TO SAVEPOINT statement');
    }
  }
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : '';
}

/** Returns the differences between the permissions in the catalog and those of `GRANTS`. */
export async function compare(
  client: ClientBase,
): Promise<{ readonly missing: readonly Permission[]; readonly excess: readonly Permission[] }> {
  const catalog = await readCatalog(client);
  const [wanted, present] = [declared(catalog), await presentIn(client)];
  const [wantedKeys, presentKeys] = [new Set(wanted.map(keyOf)), new Set(present.map(keyOf))];
  return {
    missing: wanted.filter((each) => !presentKeys.has(keyOf(each))),
    excess: present.filter((each) => !wantedKeys.has(keyOf(each))),
  };
}

function keyOf({ role, object, privilege, column }: Permission): string {
  return JSON.stringify([role, object, privilege, column]);
}

async function readCatalog(client: ClientBase): Promise<Catalog> {
  const { rows: schemas } = await client.query<{ name: string; owner: string }>(
    `SELECT nspname::text AS name, pg_get_userbyid(nspowner)::text AS owner FROM pg_namespace WHERE nspname = current_schema()`,
  );
  const { rows: tables } = await client.query<{ name: string; owner: string; columns: string[] }>(
    `SELECT c.relname::text AS name, pg_get_userbyid(c.relowner)::text AS owner, array_agg(a.attname::text) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname = ANY ($1) GROUP BY c.oid`,
    [TABLES],
  );
  const { rows: sequences } = await client.query<{ table: string; column: string; name: string }>(
    `SELECT t.relname::text AS table, a.attname::text AS column, s.relname::text AS name ${OWNED_SEQUENCES}`,
    [TABLES],
  );
  return {
    schema: schemas[0]?.name ?? '',
    schemaOwner: schemas[0]?.owner ?? '',
    tables: new Map(tables.map(({ name, owner, columns }) => [name, { owner, columns: new Set(columns) }])),
    sequences: new Map(sequences.map(({ table, column, name }) => [`${table}.${column}`, name])),
  };
}

const OWNED_SEQUENCES = `FROM pg_depend d
  JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S' AND d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass
  JOIN pg_class t ON t.oid = d.refobjid
  JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid
  WHERE t.relnamespace = current_schema()::regnamespace AND t.relname = ANY ($1)`;

/** Returns the permissions of `GRANTS` on the objects that exist. An owner has all permissions, and no entry. */
function declared(catalog: Catalog): readonly Permission[] {
  return Object.entries(GRANTS).flatMap(([service, tables]) => {
    const role = service === 'registry' ? SERVICE_ROLES.registry : SERVICE_ROLES.compiler;
    const usesSchema = { role, object: objectOf('SCHEMA', catalog.schema), privilege: 'USAGE', column: null };
    const ofTables = Object.entries(tables).flatMap(([table, grants]) => ofTable(catalog, role, table, grants));
    return catalog.schemaOwner === role ? ofTables : [usesSchema, ...ofTables];
  });
}

function ofTable({ tables, sequences }: Catalog, role: string, table: string, grants: TableGrants): readonly Permission[] {
  const there = tables.get(table);
  if (there === undefined || there.owner === role) return [];
  const object = objectOf('TABLE', table);
  const whole = (privilege: string) => ({ role, object, privilege, column: null });
  const each = (privilege: string, columns: readonly string[]) =>
    columns.filter((column) => there.columns.has(column)).map((column) => ({ role, object, privilege, column }));
  const sequence = grants.numbered === undefined ? undefined : sequences.get(`${table}.${grants.numbered}`);
  return [
    ...(grants.select === true ? [whole('SELECT')] : each('SELECT', grants.select ?? [])),
    ...(grants.insert === true ? [whole('INSERT')] : []),
    ...(grants.delete === true ? [whole('DELETE')] : []),
    ...each('UPDATE', [...(grants.update ?? []), ...(grants.lock === undefined ? [] : [grants.lock])]),
    ...(sequence === undefined ? [] : [{ role, object: objectOf('SEQUENCE', sequence), privilege: 'USAGE', column: null }]),
  ];
}

/**
 * Reads the permissions that the roles of the services and PUBLIC have on our objects: tables, columns, sequences, functions of
 * triggers, schema, database. Left out are USAGE of the schema and CONNECT for PUBLIC, which other roles of the operator may rely on,
 * and CONNECT of the roles, which the operator gives to a login.
 */
async function presentIn(client: ClientBase): Promise<readonly Permission[]> {
  const { rows } = await client.query<Permission & { readonly kind: string; readonly name: string }>(
    `WITH ours AS (
       SELECT c.* FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname = ANY ($1)
     ), objects (kind, name, "column", owner, acl) AS (
       SELECT 'TABLE', relname::text, NULL::text, relowner, relacl FROM ours
       UNION ALL
       SELECT 'TABLE', o.relname::text, a.attname::text, o.relowner, a.attacl
       FROM ours o JOIN pg_attribute a ON a.attrelid = o.oid AND NOT a.attisdropped
       UNION ALL
       SELECT 'SEQUENCE', s.relname::text, NULL, s.relowner, s.relacl ${OWNED_SEQUENCES}
       UNION ALL
       SELECT DISTINCT 'FUNCTION', p.proname::text, NULL, p.proowner, coalesce(p.proacl, acldefault('f', p.proowner))
       FROM pg_trigger t JOIN ours o ON o.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid WHERE NOT t.tgisinternal
       UNION ALL
       SELECT 'SCHEMA', nspname::text, NULL, nspowner, coalesce(nspacl, acldefault('n', nspowner))
       FROM pg_namespace WHERE nspname = current_schema()
       UNION ALL
       SELECT 'DATABASE', datname::text, NULL, datdba, coalesce(datacl, acldefault('d', datdba))
       FROM pg_database WHERE datname = current_database()
     )
     SELECT CASE WHEN a.grantee = 0 THEN '${PUBLIC}' ELSE pg_get_userbyid(a.grantee)::text END AS role, kind, name,
       a.privilege_type AS privilege, "column"
     FROM objects, aclexplode(acl) a
     WHERE a.grantee <> owner AND (a.grantee = 0 OR pg_get_userbyid(a.grantee) = ANY ($2))
       AND a.privilege_type <> 'CONNECT' AND NOT (a.grantee = 0 AND a.privilege_type = 'USAGE' AND kind = 'SCHEMA')
     ORDER BY 1, 2, 3, 4, 5`,
    [TABLES, Object.values(SERVICE_ROLES)],
  );
  return rows.map(({ role, kind, name, privilege, column }) => ({ role, object: objectOf(kind, name), privilege, column }));
}

/** Names an object as GRANT does. The functions of triggers have no arguments. */
function objectOf(kind: string, name: string): string {
  return `${kind} ${escapeIdentifier(name)}${kind === 'FUNCTION' ? '()' : ''}`;
}

function granting(permissions: readonly Permission[]): readonly string[] {
  return writtenFor(permissions, (privilege, object, role) => `GRANT ${privilege} ON ${object} TO ${role}`);
}

function revoking(permissions: readonly Permission[]): readonly string[] {
  return writtenFor(permissions, (privilege, object, role) => `REVOKE ${privilege} ON ${object} FROM ${role}`);
}

/** One statement for all columns with the same permission. */
function writtenFor(
  permissions: readonly Permission[],
  write: (privilege: string, object: string, role: string) => string,
): readonly string[] {
  const columns = new Map<string, { readonly first: Permission; readonly names: string[] }>();
  for (const permission of permissions) {
    const key = keyOf({ ...permission, column: permission.column === null ? null : '' });
    const group = columns.get(key) ?? { first: permission, names: [] };
    if (permission.column !== null) group.names.push(escapeIdentifier(permission.column));
    columns.set(key, group);
  }
  return [...columns.values()].map(({ first: { role, object, privilege }, names }) =>
    write(names.length === 0 ? privilege : `${privilege} (${names.join(', ')})`, object, role === PUBLIC ? PUBLIC : escapeIdentifier(role)),
  );
}
