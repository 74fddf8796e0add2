import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { AnswerCheck, type CheckedAnswer, type SeenAnswer } from './descriptions/answer-check.js';
import type { OpenApiDocument } from './descriptions/document.js';
import { describedAnswers } from './descriptions/operations.js';

/** An application whose every answer is held to its description. */
export interface HeldToDescription {
  /** The listener that replaces the application. */
  readonly listener: RequestListener;
  /** To be called when the tests are over. @throws where an answer was not as described */
  close(): Promise<void>;
}

/** The folder in which a whole test run collects its answers (infra/local). */
const SEEN_FOLDER = 'SEEN_ANSWERS_FOLDER';
const MAX_TOLD = 20;

/** Holds every answer that an application gives in tests to its description. */
export function holdToDescription(application: RequestListener, description: OpenApiDocument): HeldToDescription {
  const check = new AnswerCheck(description);
  const violations = new Set<string>();
  const seen = new Set<string>();
  return {
    listener: (request, response) => {
      onAnswered(request, response, (body) => {
        const { method = '', url = '' } = request;
        const [path = ''] = url.split('?');
        // The preflight request of a browser is no call of the API.
        if (method === 'OPTIONS') return;
        const checked = checkSafely(check, { method, path, status: response.statusCode, headers: response.getHeaders(), body });
        if (checked.kind === 'violation') violations.add(checked.message);
        else if (checked.seen !== undefined) seen.add(checked.seen);
      });
      application(request, response);
    },
    close: async () => {
      await writeDown(description, seen);
      if (violations.size === 0) return;
      throw new Error(`${violations.size} answers are not as described:\n${[...violations].slice(0, MAX_TOLD).join('\n')}`);
    },
  };
}

/** An answer that the check cannot parse, such as a body that is not JSON, is a violation too. */
function checkSafely(check: AnswerCheck, answer: SeenAnswer): CheckedAnswer {
  try {
    return check.check(answer);
  } catch (error) {
    return { kind: 'violation', message: `${answer.method} ${answer.path} → ${answer.status}: ${String(error)}` };
  }
}

/** Calls back with the body of an answer when it was sent; without a call if the client had left. */
function onAnswered(request: IncomingMessage, response: ServerResponse, then: (body: Buffer) => void): void {
  const parts: Uint8Array[] = [];
  for (const name of ['write', 'end'] as const) {
    const original: unknown = response[name];
    if (typeof original !== 'function') throw new TypeError(`${name} of ${request.url ?? ''} cannot be listened to`);
    const recording = (...given: unknown[]): unknown => {
      const [part] = given;
      if (part instanceof Uint8Array) parts.push(part);
      else if (typeof part === 'string') parts.push(Buffer.from(part, 'utf8'));
      return Reflect.apply(original, response, given);
    };
    Object.assign(response, { [name]: recording });
  }
  response.on('finish', () => then(Buffer.concat(parts)));
}

async function writeDown(description: OpenApiDocument, seen: ReadonlySet<string>): Promise<void> {
  const folder = process.env[SEEN_FOLDER];
  if (folder === undefined || folder === '') return;
  const record = { service: description.info.title, described: describedAnswers(description), seen: [...seen] };
  await writeFile(join(folder, `${randomUUID()}.json`), JSON.stringify(record));
}
