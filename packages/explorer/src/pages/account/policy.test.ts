import { policyPage } from './policy.js';
import type { Policy, PolicyAction } from './policy-view.js';

function pageOf(actions: readonly PolicyAction[]): string {
  const page: Policy = {
    session: { name: 'Ada' },
    keyName: 'first key',
    fields: { form_token: '', once: '' },
    policy: {
      policy_id: 'pol_x',
      name: 'p',
      description: '',
      version: 1,
      updated_at: '2026-01-01T00:00:00Z',
      hash: '',
      source: '',
      actions,
    },
    table: undefined,
    versions: [{ version: 1, created_at: '2026-01-01T00:00:00Z', current: true }],
    tag: '',
    log: undefined,
  };
  return policyPage(page);
}

const tagsOf = (count: number) => Array.from({ length: count }, (_, place) => `t${place}`);
const actionsOf = (actions: number, params: number, tags: number): readonly PolicyAction[] =>
  Array.from({ length: actions }, (_, action) => ({
    category: `a${action}`,
    params: Array.from({ length: params }, (__, param) => ({
      name: `p${param}`,
      domain: { kind: 'enumeration', tags: tagsOf(tags) } as const,
    })),
  }));
const countOf = (html: string, element: string) => html.split(`<${element}`).length - 1;

it('offers the tags of an enumeration as a choice', () => {
  const html = pageOf(actionsOf(1, 1, 100));
  expect([countOf(html, 'option'), html.includes('one of')]).toEqual([100, false]);
});

it('lets a tag of a large enumeration be typed, and says how many there are', () => {
  const html = pageOf(actionsOf(1, 1, 101));
  expect([countOf(html, 'option'), html.includes('one of 101 tags, such as t0')]).toEqual([0, true]);
  expect(html).toContain('name="param_p0" required');
});

it.each([
  [50, 8, 2_000],
  [50, 8, 100],
  [50, 1_000, 2],
])('is short for %i actions of %i params with %i tags', (actions, params, tags) => {
  const html = pageOf(actionsOf(actions, params, tags));
  expect([countOf(html, 'option') <= 2_000, html.length < 300_000]).toEqual([true, true]);
});

it('is short for long tags that many params share', () => {
  const params = Array.from({ length: 100 }, (_, place) => ({
    name: `p${place}`,
    domain: { kind: 'enumeration', tags: ['a'.repeat(20_000), 'b'.repeat(20_000)] } as const,
  }));
  expect(pageOf([{ category: 'a', params }]).length).toBeLessThan(150_000);
});

it('shows a form for the actions that have room, and says how many have none', () => {
  const html = pageOf([...actionsOf(1, 1_000, 2), { category: 'small', params: [] }]);
  expect(html).toContain('1 of 2 actions have a form here');
  expect(html).toContain('Ask about small');
});
