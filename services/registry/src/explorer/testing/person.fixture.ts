import type { Response } from 'supertest';
import { eventually, type TestRegistry } from '../../testing/registry.fixture.js';

/** The headers that a browser sends with a form of our own pages. */
export const OWN_FORM = { 'Sec-Fetch-Site': 'same-origin', Origin: 'http://registry.example', Host: 'registry.example' } as const;

/** The headers of a request; `null` leaves one of `OWN_FORM` out. */
export type Headers = Readonly<Record<string, string | null>>;

/** A person with a browser that holds one cookie, and sends forms as they are on the pages. */
export class Person {
  readonly #api: TestRegistry['api'];
  /** The value of the Cookie field; `undefined` without a session. */
  cookie: string | undefined;

  constructor(registry: TestRegistry) {
    this.#api = registry.api;
  }

  async read(path: string): Promise<Response> {
    const request = this.#api.get(path).set('Accept', 'text/html').set('Host', OWN_FORM.Host);
    return this.#kept(await (this.cookie === undefined ? request : request.set('Cookie', this.cookie)));
  }

  /** Sends fields, as a form of our own page does. */
  async send(path: string, fields: Readonly<Record<string, string>>, headers: Headers = {}): Promise<Response> {
    const request = this.#api.post(path).type('form');
    for (const [name, value] of Object.entries({ ...OWN_FORM, ...headers })) if (value !== null) request.set(name, value);
    if (this.cookie !== undefined && !Object.hasOwn(headers, 'Cookie')) request.set('Cookie', this.cookie);
    return this.#kept(await request.send(new URLSearchParams(fields).toString()));
  }

  /** Fills in the form of a page that goes to `action`, and sends it. */
  async submit(page: Response, action: string, fields: Readonly<Record<string, string>> = {}): Promise<Response> {
    return this.send(action, { ...hiddenFields(page.text, action), ...fields });
  }

  /** Reads the page of a certification until it leads on, and returns the address that it leads to. */
  async awaitRun(location = ''): Promise<string> {
    let led = '';
    await eventually('the run ends', async () => {
      const { headers, status } = await this.read(location);
      if (status === 200) expect(headers['refresh']).toBe('1');
      led = headers['location'] ?? '';
      return status === 303;
    });
    return led;
  }

  async register(name = 'Ada'): Promise<{ readonly key: string; readonly answer: Response }> {
    const answer = await this.submit(await this.read('/account'), '/account/register', { name, email: 'ada@example.com' });
    return { key: shownKey(answer.text) ?? '', answer };
  }

  #kept(answer: Response): Response {
    const [cookie] = answer.get('Set-Cookie') ?? [];
    if (cookie !== undefined) this.cookie = cookie.includes('Max-Age=0') ? undefined : cookie.replace(/;.*/, '');
    return answer;
  }
}

/** Returns the key that a page shows; `undefined` if it shows none. */
export function shownKey(html: string): string | undefined {
  return /svc_live_[0-9A-Za-z]{40}/.exec(html)?.[0];
}

/** Returns the hidden fields of the form with an action. @throws if the page has no such form */
export function hiddenFields(html: string, action: string): Readonly<Record<string, string>> {
  const [, form] = new RegExp(`<form[^>]* action="${action}"[^>]*>([\\s\\S]*?)</form>`).exec(html) ?? [];
  if (form === undefined) throw new Error(`the page has no form for ${action}`);
  const inputs = [...form.matchAll(/<input type="hidden" name="([^"]*)" value(?:="([^"]*)")?/g)];
  return Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, unescaped(value)]));
}

/** Returns the text of HTML without elements. */
export function unescaped(html: string): string {
  return html.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
