import { type Exceeded, QuotaRefusals } from './quota-refusals.js';

const refusal = (secondsLeft = 3_600): Exceeded => ({ kind: 'exceeded', day: '2026-11-23', limit: 50, secondsLeft });

function open() {
  let now = 0;
  const refusals = new QuotaRefusals({ now: () => new Date(0), monotonic: () => now });
  const refuse = (times: number, pid = 'circuit', decision = refusal()) => {
    for (let time = 0; time < times; time += 1) refusals.keep('ada', pid, decision);
  };
  return { refusals, refuse, pass: (milliseconds: number) => (now += milliseconds) };
}

it('asks Postgres five times, and then for the rest of the second no more', () => {
  const { refusals, refuse, pass } = open();
  refuse(4);
  expect(refusals.find('ada', 'circuit')).toBeUndefined();
  refuse(1);
  expect(refusals.find('ada', 'circuit')).toEqual(refusal());
  pass(999);
  expect(refusals.find('ada', 'circuit')).toEqual(refusal());
  pass(1);
  expect(refusals.find('ada', 'circuit')).toBeUndefined();
  refuse(1);
  expect(refusals.find('ada', 'circuit')).toBeUndefined();
});

it('says nothing of another account, or of a circuit that was not asked for', () => {
  const { refusals, refuse } = open();
  refuse(9);
  expect([refusals.find('bob', 'circuit'), refusals.find('ada', 'other')]).toEqual([undefined, undefined]);
});

it('believes no refusal beyond the end of its day', () => {
  const { refusals, refuse } = open();
  refuse(9, 'circuit', refusal(1));
  expect(refusals.find('ada', 'circuit')).toBeUndefined();
});
