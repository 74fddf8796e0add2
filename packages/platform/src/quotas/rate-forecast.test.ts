import { RateForecast } from './rate-forecast.js';

const rules = [{ limit: 100, windowSeconds: 60 }];
const counted = (count: number, resetMilliseconds = 60_000) => [{ counted: true, count, resetMilliseconds }];

function scene() {
  const time = { now: 0 };
  const forecast = new RateForecast({ now: () => new Date(time.now), monotonic: () => time.now });
  return { time, forecast };
}

it('knows nothing of a key before Redis has answered, nor after it did not', () => {
  const { forecast } = scene();
  expect(forecast.expect('a', rules)).toBeUndefined();
  forecast.learn('a', counted(1));
  forecast.forget('a');
  expect(forecast.expect('a', rules)).toBeUndefined();
});

it('counts what is on its way to Redis, eight at most', () => {
  const { forecast } = scene();
  forecast.learn('a', counted(1));
  const counts = Array.from({ length: 9 }, () => forecast.expect('a', rules)?.[0]?.count);
  expect(counts).toEqual([2, 3, 4, 5, 6, 7, 8, 9, undefined]);
  // The answer to a request that waited does not affect those still on their way.
  forecast.learn('a', counted(2));
  expect(forecast.expect('a', rules)).toBeUndefined();
  forecast.settle('a');
  expect(forecast.expect('a', rules)?.[0]?.count).toBe(10);
});

it('leaves a fifth of a limit to Redis, and ten at least', () => {
  const { forecast } = scene();
  forecast.learn('a', counted(79));
  expect(forecast.expect('a', rules)?.[0]?.count).toBe(80);
  expect(forecast.expect('a', rules)).toBeUndefined();
  forecast.learn('b', counted(9));
  expect(forecast.expect('b', [{ limit: 20, windowSeconds: 60 }])).toBeDefined();
  expect(forecast.expect('b', [{ limit: 20, windowSeconds: 60 }])).toBeUndefined();
});

it('builds on an answer for a second, and not beyond the end of a window', () => {
  const { forecast, time } = scene();
  forecast.learn('a', counted(1));
  time.now = 1_001;
  expect(forecast.expect('a', rules)).toBeUndefined();
  forecast.learn('a', counted(1, 500));
  time.now = 1_501;
  expect(forecast.expect('a', rules)).toBeUndefined();
});
