import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedCompiler, type TestAccount, type TestCompiler } from '../testing/compiler.fixture.js';
import { type TodoUser, todoPolicy } from './todo.fixture.js';

let compiler: TestCompiler;
let account: TestAccount;
beforeAll(async () => {
  compiler = await sharedCompiler();
  account = await compiler.register();
});

const USERS: readonly TodoUser[] = [
  { id: 'u-1', email: 'grace@example.com', roles: ['admin', 'evil_genius'] },
  { id: 'u-2', email: 'ada@example.com', roles: ['editor'] },
  { id: 'u-3', email: 'alan@example.com', roles: ['editor'] },
  { id: 'u-4', email: 'mary@example.com', roles: ['viewer'] },
  { id: 'u-5', email: 'john@example.com', roles: ['viewer'] },
  { id: 'u-6', email: 'evil@example.com', roles: ['evil_genius'] },
  { id: 'u-7', email: 'root@example.com', roles: ['admin'] },
];
const STRANGER: TodoUser = { id: 'u-8', email: 'eve@example.com', roles: [] };

/** The rules of the scenario, without the policy. */
function isRight({ email, roles }: TodoUser, action: string, owner: string): boolean {
  const edits = roles.some((role) => ['editor', 'admin', 'evil_genius'].includes(role));
  switch (action) {
    case 'can_create_todo':
      return edits;
    case 'can_update_todo':
      return roles.includes('evil_genius') || (edits && email === owner);
    case 'can_delete_todo':
      return roles.includes('admin') || (edits && email === owner);
    default:
      return roles.length > 0;
  }
}

const ACTIONS = ['can_read_user', 'can_read_todos', 'can_create_todo', 'can_update_todo', 'can_delete_todo'];

it('the todo list: every user, action and owner is decided as the scenario says, alone and together', async () => {
  const policyId = await compiler.createPolicy(account, todoPolicy(USERS));
  const all = [...USERS, STRANGER];
  const asked = all.flatMap((user) =>
    ACTIONS.flatMap((action) =>
      all.map(({ email }) => ({
        request: {
          subject: { type: 'user', id: user.id },
          action: { name: action },
          resource: { type: 'todo', id: 'todo-1', properties: { ownerID: email } },
          context: {},
        },
        expected: isRight(user, action, email),
      })),
    ),
  );
  const path = `/v1/policies/${policyId}/access/v1/evaluation`;
  const { body } = await compiler.post(account, `${path}s`, { evaluations: asked.map(({ request }) => request) }).expect(200);
  expect(body.evaluations.map(({ decision }: { decision: boolean }) => decision)).toEqual(asked.map(({ expected }) => expected));
  for (const { request, expected } of asked.filter((_, index) => index % 7 === 0)) {
    expect((await compiler.post(account, path, request).expect(200)).body.decision).toBe(expected);
  }
});

/** A file of the working group: requests, each with the required decision. */
interface Published {
  readonly evaluation?: readonly { readonly request: object; readonly expected: boolean }[];
  readonly evaluations?: readonly { readonly request: object; readonly expected: readonly { readonly decision: boolean }[] }[];
}

/** A folder with files `decisions*.json` of the working group, and `users.json` with the users of its scenario. Default: none. */
const FOLDER = process.env['AUTHZEN_INTEROP'] ?? '';
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
const itWithFiles = existsSync(join(FOLDER, 'users.json')) ? it : it.skip;

itWithFiles('the files of AUTHZEN_INTEROP: every published request is decided as published', async () => {
  const users: readonly TodoUser[] = JSON.parse(read('users.json'));
  const path = `/v1/policies/${await compiler.createPolicy(account, todoPolicy(users))}/access/v1/evaluation`;
  const wrong: unknown[] = [];
  let count = 0;
  for (const name of readdirSync(FOLDER).filter((each) => each.startsWith('decisions'))) {
    const { evaluation = [], evaluations = [] }: Published = JSON.parse(read(name));
    for (const { request, expected } of evaluation) {
      const { status, body } = await compiler.post(account, path, request);
      count += 1;
      if (body.decision !== expected) wrong.push([name, status, request, body]);
    }
    for (const { request, expected } of evaluations) {
      const { status, body } = await compiler.post(account, `${path}s`, request);
      count += 1;
      const decisions = body.evaluations?.map(({ decision }: { decision: boolean }) => ({ decision }));
      if (JSON.stringify(decisions) !== JSON.stringify(expected)) wrong.push([name, status, request, body]);
    }
  }
  process.stdout.write(`${count} published requests\n`);
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(0);
});
