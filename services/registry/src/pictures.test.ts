import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestRegistry, type TestAccount, type TestRegistry } from './testing/registry.fixture.js';

const REPOSITORY = join(__dirname, '../../..');
const read = (path: string): string => readFileSync(join(REPOSITORY, path), 'utf8');
/** `npm run pictures` writes the differing pictures in place of failing. */
const isWriting = process.env['WRITE_PICTURES'] === '1';

let registry: TestRegistry;
let ada: TestAccount;
beforeAll(async () => {
  registry = await startTestRegistry();
  await registry.startWorker();
  ada = await registry.register();
});
afterAll(async () => registry.close());

const certified = async (example: string) => {
  const pid = await registry.publish(ada, read(`examples/${example}.kir`));
  return { pid, result: (await registry.certify(ada, pid)).body };
};

async function expectPicture(file: string, path: string): Promise<void> {
  const { body } = await registry.api.get(path).set('Accept', 'image/svg+xml').responseType('blob').expect(200);
  const made = Buffer.from(body).toString('utf8');
  if (isWriting) writeFileSync(join(REPOSITORY, 'docs/pictures', file), made);
  expect(withoutDays(read(`docs/pictures/${file}`))).toBe(withoutDays(made));
}

/** Replaces the certification date of a badge; all digits have the same width. */
function withoutDays(svg: string): string {
  return svg.replaceAll(/\d{4}-\d\d-\d\d/g, 'day');
}

describe('the README', () => {
  const circuits = [...read('README.md').matchAll(/^```\n(\/\/ .*?)^```/gms)].map(([, source]) => source);

  it('shows the circuits of examples/, the open one first', () => {
    expect(circuits).toEqual([read('examples/instalment_open.kir'), read('examples/instalment.kir')]);
  });

  it('shows where the open one is open, as the service draws it', async () => {
    const { pid, result } = await certified('instalment_open');
    expect(result).toMatchObject({ certified: false, errors: [{ counterexample: { principal: 100_087, rate: 5, months: 60 } }] });
    await expectPicture('instalment-open.svg', `/v1/circuits/${pid}/graph`);
  });

  it('shows the badge of the mended one, as the service draws it', async () => {
    const { pid, result } = await certified('instalment');
    expect(result).toMatchObject({ certified: true, phi_c: 1 });
    await expectPicture('instalment-badge.svg', `/v1/circuits/${pid}/badge`);
  });

  it('counts the inputs that break the promise, and all', () => {
    let broken = 0;
    // From 60 of interest on, more than 59 of remainder, the loan is repaid: only the lowest rate fails.
    expect(Math.min(Math.floor((100_000 * 6) / 10_000), Math.floor((120_000 * 5) / 10_000))).toBe(60);
    for (let principal = 100_000; principal < 120_000; principal += 1) {
      for (let months = 2; months <= 60; months += 1) {
        const owed = principal + Math.floor((principal * 5) / 10_000);
        if (Math.floor(owed / months) * months < principal) broken += 1;
      }
    }
    const all = (100_000_000 - 100_000 + 1) * (2_000 - 5 + 1) * (60 - 2 + 1);
    expect(read('README.md')).toContain(`accepts ${all.toLocaleString('en')} inputs, and ${broken.toLocaleString('en')} of them`);
    expect(Math.round(all / broken / 1e9)).toBe(2);
  });
});
