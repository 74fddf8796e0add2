import type { Response } from 'express';
import { type Problem, problemBody } from '../problems/problem.js';
import { type Answer, type Content, JSON_TYPE, type Outcome, PROBLEM_TYPE } from './answer.js';
import { entityTag, matchesNone } from './entity-tag.js';

/** What sending has to know of the request. */
export interface Sending {
  readonly path: string;
  readonly requestId: string;
  readonly ifNoneMatch: string | undefined;
  /** Whether the route asked for an entity tag. */
  readonly tagged: boolean;
}

/** Writes an outcome. Header fields that were set before stay unless the outcome names them. */
export function send(response: Response, outcome: Outcome, sending: Sending): void {
  if (outcome.kind === 'problem') sendProblem(response, outcome, sending);
  else sendAnswer(response, outcome, sending);
}

function sendProblem(response: Response, value: Problem, sending: Sending): void {
  response.setHeader('Cache-Control', 'no-store');
  setFields(response, value.headers);
  response.setHeader('Content-Type', PROBLEM_TYPE);
  finish(response, value.status, encodeJson(problemBody(value, sending.path, sending.requestId)));
}

function sendAnswer(response: Response, answer: Answer, sending: Sending): void {
  setFields(response, answer.headers);
  const encoded = encode(answer.body);
  if (encoded === undefined) return finish(response, answer.status, undefined);
  if (sending.tagged && answer.status === 200) {
    if (!response.hasHeader('ETag')) response.setHeader('ETag', entityTag(encoded.octets));
    if (matchesNone(sending.ifNoneMatch, String(response.getHeader('ETag')))) return finish(response, 304, undefined);
  }
  response.setHeader('Content-Type', encoded.mediaType);
  finish(response, answer.status, encoded.octets);
}

function encode(body: Content): { readonly mediaType: string; readonly octets: Uint8Array } | undefined {
  switch (body.kind) {
    case 'none':
      return undefined;
    case 'json':
      return { mediaType: JSON_TYPE, octets: encodeJson(body.value) };
    case 'bytes':
      return { mediaType: body.mediaType, octets: body.bytes };
  }
}

function encodeJson(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value), 'utf8');
}

function setFields(response: Response, fields: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(fields)) response.setHeader(name, value);
}

/** Express's own `send` is left out: it would add a weak tag and a charset of its own. */
function finish(response: Response, status: number, octets: Uint8Array | undefined): void {
  response.statusCode = status;
  if (octets !== undefined) response.setHeader('Content-Length', octets.length);
  response.end(octets);
}
