import { sharedCompiler, type TestAccount, type TestCompiler } from '../testing/compiler.fixture.js';
import { conformanceCase } from '../testing/sources.fixture.js';

/** Programs that fail for some input. Earlier, faulty builds analyzed them as closed, compiled them without checks, or answered 503. */

let compiler: TestCompiler;
let account: TestAccount;
beforeAll(async () => {
  compiler = await sharedCompiler();
  account = await compiler.register();
});

it.each([
  ['open_tags_of_two_lists', { i: 0, n: 123_456 }],
  ['open_boards_and_owners', { i: 0, stake: 900 }],
  ['open_two_orders_of_tags', { i: 0, n: 123_456 }],
  ['open_optional_tags', { i: 0, n: 123_456 }],
  ['open_tags_beside_counts', { i: 0, n: 123_456 }],
  ['open_long_list_of_one_value', { xs: Array.from({ length: 5_000 }, () => 0), n: 1_234 }],
  ['open_ensure_of_long_list', { xs: Array.from({ length: 6_084 }, () => 0) }],
  ['open_component_of_long_list', { n: 1_234 }],
])('%s is analyzed as open, not compiled unless asked for, and fails where it fails', async (name, inputs) => {
  const source = conformanceCase(name);
  const { body: analysis } = await compiler.post(account, '/v1/analyze', { source }).expect(200);
  expect(analysis.errors).not.toEqual([]);
  const { body } = await compiler.post(account, '/v1/compile', { source, target: 'js' }).expect(422);
  expect(body).toMatchObject({ code: 'circuit-open', errors: analysis.errors });
  await compiler.post(account, '/v1/evaluate', { source, inputs }).expect(422);
});
