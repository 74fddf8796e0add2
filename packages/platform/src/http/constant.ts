import { type Answer, exactJson } from './answer.js';
import { entityTag } from './entity-tag.js';

/** JSON that is the same for as long as the process lives: its octets and its entity tag are made once. */
export function constantJson(value: unknown): Answer {
  const octets = Buffer.from(JSON.stringify(value), 'utf8');
  return exactJson(octets, { ETag: entityTag(octets) });
}
