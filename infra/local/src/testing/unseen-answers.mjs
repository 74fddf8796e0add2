import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * What one application saw in tests, as the services' fixtures write it down: answers as `GET /v1/usage 200`.
 * @typedef {{ service: string, described: readonly string[], seen: readonly string[] }} Seen
 */

const NEEDS_NOTHING = 'it needs nothing that could be out: only a bug of ours would end it';

/**
 * Answers that are described and that no test can see, with the reason.
 * @type {ReadonlyMap<string, string>}
 */
const EXCUSED = new Map(
  [
    'GET /',
    'GET /assets/{file}',
    'GET /.well-known/authzen-configuration/v1/policies/{policy_id}',
    'GET /livez',
    'GET /problems',
    'GET /problems/{code}',
    'GET /v1/catalog',
    'GET /v1/catalog/{mc_code}',
    'GET /v1/docs',
    'GET /v1/docs/{file}',
    'GET /v1/openapi.json',
    'GET /v1/targets',
  ].map((operation) => [`${operation} 503`, NEEDS_NOTHING]),
);

/**
 * The described answers of all services that no test has seen. For whole runs: part of the tests sees part of the answers.
 * @param {string} folder where the fixtures wrote
 * @returns {Promise<readonly string[]>} a line each
 */
export const unseenAnswers = async (folder) => {
  const records = await Promise.all((await readdir(folder)).map((name) => readRecord(path.join(folder, name))));
  const services = [...new Set(records.map(({ service }) => service))].toSorted();
  return services.flatMap((service) => {
    const own = records.filter((record) => record.service === service);
    const seen = new Set(own.flatMap((record) => record.seen));
    const described = [...new Set(own.flatMap((record) => record.described))].toSorted();
    return described.filter((answer) => !seen.has(answer) && !EXCUSED.has(answer)).map((answer) => `${service}: ${answer}`);
  });
};

/**
 * @param {string} file
 * @returns {Promise<Seen>}
 */
const readRecord = async (file) => JSON.parse(await readFile(file, 'utf8'));
