import { invalidRequest, type Problem, problem } from '@kirchhoff/platform';
import { MAX_WEBHOOKS } from './repository.js';

export function invalidUrl(reason: string): Problem {
  return invalidRequest([{ pointer: '/url', message: reason }]);
}

export function tooManyWebhooks(): Problem {
  return problem('conflict', `An account may have ${MAX_WEBHOOKS} webhooks at once.`);
}

export function noSuchWebhook(): Problem {
  return problem('not-found', 'This account has no such webhook.');
}

export function noSuchDelivery(): Problem {
  return problem('not-found', 'This account has no such delivery.');
}
