import { prefersAsynchronous } from './routes.js';

it.each(['respond-async', 'Respond-Async', 'wait=10, respond-async', 'respond-async; foo=bar', ' respond-async '])(
  '%p asks for an answer at once',
  (field) => {
    expect(prefersAsynchronous(field)).toBe(true);
  },
);

it.each([undefined, '', 'respond-asynchronously', 'wait=10', 'x-respond-async'])('%p does not', (field) => {
  expect(prefersAsynchronous(field)).toBe(false);
});
