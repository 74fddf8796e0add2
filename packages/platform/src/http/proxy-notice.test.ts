import { PROXY_NOTICE, ProxyNotice } from './proxy-notice.js';

function notice(trustProxy: string | undefined) {
  const said: string[] = [];
  const made = new ProxyNotice(trustProxy, { warn: (_fields, message) => said.push(message) });
  return { made, said };
}

it.each([{ 'x-forwarded-for': '192.0.2.1' }, { forwarded: 'for=192.0.2.1' }])(
  'says once that %j comes and no proxy is trusted',
  (headers) => {
    const { made, said } = notice(undefined);
    made.look({ accept: '*/*' });
    expect(made.seen).toBe(false);
    made.look(headers);
    made.look(headers);
    expect([made.seen, said]).toEqual([true, [PROXY_NOTICE]]);
  },
);

it('says nothing where a proxy is trusted', () => {
  const { made, said } = notice('10.0.0.0/8');
  made.look({ 'x-forwarded-for': '192.0.2.1' });
  expect([made.seen, said]).toEqual([false, []]);
});
