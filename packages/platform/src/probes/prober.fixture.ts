import { get } from 'node:http';
import { workerData } from 'node:worker_threads';

export interface ProberData {
  readonly port: number;
  readonly path: string;
  /** Asks until this number of answers had this status, 200 or 503. */
  readonly status: number;
  readonly answers: number;
  /** One number: 0 until they are there, then 1. */
  readonly done: Int32Array<SharedArrayBuffer>;
}

/** Asks for probes from a thread of its own, so that the thread under test may be blocked meanwhile. */
const { port, path, status, answers, done }: ProberData = workerData;
let had = 0;

function ask(): void {
  get({ host: '127.0.0.1', port, path, agent: false }, (answer) => {
    answer.resume();
    if (answer.statusCode === status) had += 1;
    if (had < answers) return ask();
    Atomics.store(done, 0, 1);
    Atomics.notify(done, 0);
  });
}

ask();
