/** The address of a test server; `npm test` brings both servers. A test that needs one fails without it: a skip would pass for a success. */
export function testServer(name: 'TEST_DATABASE_URL' | 'TEST_REDIS_URL'): string {
  const url = process.env[name];
  if (url === undefined || url === '')
    throw new Error(`${name} is not set: run the tests with npm test, or by node infra/local/servers.mjs npx jest …`);
  return url;
}
