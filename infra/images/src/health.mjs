// The health check of the images: ends with 0 if the process of this container is ready, otherwise with 1 and a line with the reason.
import { get } from 'node:http';

const TIMEOUT_MILLISECONDS = 2_500;

const { HOST = '', PROBE_PORT = '' } = process.env;
const isAnywhere = HOST === '' || HOST === '0.0.0.0' || HOST === '::';

/** @param {string} reason */
const fail = (reason) => {
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
};

const ask = () => {
  const host = isAnywhere ? '127.0.0.1' : HOST;
  const request = get({ host, port: PROBE_PORT, path: '/readyz', agent: false, signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) });
  request.once('response', (response) => {
    response.resume();
    if (response.statusCode !== 200) fail(`/readyz on port ${PROBE_PORT} answered ${response.statusCode}`);
  });
  request.once('error', (error) => fail(`/readyz on port ${PROBE_PORT} does not answer: ${error.message}`));
};

if (PROBE_PORT === '') fail('PROBE_PORT is not set: the health check needs the port of the probes');
else ask();
