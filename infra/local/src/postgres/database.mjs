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
