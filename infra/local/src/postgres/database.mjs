// `pg` exists only after the install, so it is loaded at its first use.
const connect = async (/** @type {string} */ url) => {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A connection that is cut later must not end the launcher.
  client.on('error', () => {});
  await client.connect();
  return client;
};

/**
 * Returns true if the server takes connections.
 * @param {string} url
 */
export const answers = async (url) => {
  try {
    await (await connect(url)).end();
    return true;
  } catch {
    return false;
  }
};

/**
 * Creates a database unless one of that name exists.
 * @param {string} adminUrl
 * @param {string} name letters and underscores
 */
export const ensureDatabase = async (adminUrl, name) => {
  const client = await connect(adminUrl);
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE "${name}"`);
  } finally {
    await client.end();
  }
};

/** The services with a role of their own. */
const SERVICES = /** @type {const} */ (['registry', 'compiler']);

/**
 * Gives the role of each service a login, `kirchhoff_<service>_login`. The migration has to have made the roles. A login that
 * exists gets the new password.
 * @param {string} adminUrl
 * @param {string} password letters, digits, `-` and `_`
 */
export const ensureLogins = async (adminUrl, password) => {
  const client = await connect(adminUrl);
  try {
    for (const service of SERVICES) {
      const login = `kirchhoff_${service}_login`;
      const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [login]);
      if (rowCount === 0) await client.query(`CREATE ROLE ${login} IN ROLE kirchhoff_${service}`);
      await client.query(`ALTER ROLE ${login} LOGIN PASSWORD '${password}'`);
    }
  } finally {
    await client.end();
  }
};

/**
 * Returns the address of a database for the login of a service.
 * @param {string} url the address for another role
 * @param {'registry' | 'compiler'} service
 * @param {string} password
 */
export const urlOfService = (url, service, password) => {
  const own = new URL(url);
  own.username = `kirchhoff_${service}_login`;
  own.password = password;
  return own.href;
};
