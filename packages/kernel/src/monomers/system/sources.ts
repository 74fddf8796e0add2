import { integers, option, texts } from '../../abstract/abstract.js';
import { TEXT_LENGTH } from '../../limits.js';
import { INTEGER, TEXT, textDomain } from '../../types/domain.js';
import { source } from '../monomer.js';
import { literalParameter, optionOf, overload } from '../overloads.js';
import { needs } from '../precondition.js';
import { atMostFact, boundsAt } from '../views.js';

/** NOW, RANDOM, UUID and ENV. */

export const now = source({
  overloads: [overload({}, INTEGER)],
  precondition: null,
  transfer: () => integers(0, 253_402_300_799_999),
  facts: null,
});

/** The result is any integer of lo..hi. */
export const random = source({
  overloads: [overload({ lo: INTEGER, hi: INTEGER }, INTEGER)],
  precondition: [needs.atMost(0, 1)],
  transfer: (args) => integers(boundsAt(args, 0).lo, boundsAt(args, 1).hi),
  facts: () => [atMostFact(0, 1), atMostFact(0, 'result'), atMostFact('result', 1)],
});

export const uuid = source({ overloads: [overload({}, TEXT)], precondition: null, transfer: () => texts(36, 36), facts: null });

export const env = source({
  overloads: [{ parameters: [literalParameter('name', TEXT, textDomain(0, TEXT_LENGTH))], result: optionOf(TEXT) }],
  precondition: null,
  transfer: () => option(true, texts(0, 4096)),
  facts: null,
});
