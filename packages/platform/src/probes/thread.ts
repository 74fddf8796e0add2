import type { RequestListener } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { textOf } from '../database/outage.js';
import { JSON_TYPE } from '../http/response.js';
import { listen } from '../http/server.js';
import type { FromThread, ProbeThreadData } from './probes.js';
import { Pulse } from './pulse.js';

/** The thread that answers probes, also while the event loop of the process is busy. */
const { memory, host, port, stallMilliseconds }: ProbeThreadData = workerData;
const pulse = new Pulse(memory);

const answer: RequestListener = (request, response) => {
  const [path = ''] = (request.url ?? '').split('?');
  const { status, body } = pulse.answer(path, process.hrtime.bigint(), stallMilliseconds);
  response.writeHead(status, { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store', Connection: 'close' });
  response.end(JSON.stringify(body));
};

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node has no origin
const tell = (message: FromThread) => parentPort?.postMessage(message);

listen(answer, port, host).then(
  (listening) => tell({ kind: 'listening', port: listening.port }),
  (error: unknown) => tell({ kind: 'refused', message: String(error), code: error instanceof Error ? textOf(error, 'code') : undefined }),
);
