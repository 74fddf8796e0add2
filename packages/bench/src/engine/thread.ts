import { parentPort } from 'node:worker_threads';
import { type MeasuredStages, measure } from './bars.js';

/** A line of progress, or the figures at the end. */
export type ThreadMessage = { readonly saying: string } | { readonly measured: MeasuredStages };

if (parentPort === null) throw new Error('this is the script of a worker thread');
const port = parentPort;
const send = (message: ThreadMessage): void => port.postMessage(message);
send({ measured: measure((saying) => send({ saying })) });
