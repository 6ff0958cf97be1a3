import { describe, expect, it, vi } from 'vitest';
import { createAskUserBroker, createAskUserHandler, type AskUserHandlerOptions } from '../../../src/host/index.js';
import { ana, byUser, events, get, mountAsked, post } from './helpers.js';

const make = (hosts: unknown) => () =>
  createAskUserHandler(createAskUserBroker(), { authorize: byUser, hosts } as AskUserHandlerOptions);

describe('a handler with `hosts`', () => {
  const hosts = ['localhost:8080', '127.0.0.1', '[::1]', 'app.example'];

  it.each([
    'evil.example',
    'localhost',
    'localhost:8081',
    'localhost:80800',
    'app.example.evil.example',
    'evil.app.example',
    'app.example.',
    'app.example@evil.example',
    '127.0.0.1.nip.example',
    '[::2]',
    '',
  ])('refuses every call for another host before it reads anything: %j [R-AUTH]', async (host) => {
    const authorize = vi.fn<typeof byUser>(byUser);
    const { handler, unchanged, subscribers, replies, at } = await mountAsked({ authorize, hosts });
    // Everything is consistent, as sent by a page whose name was made to resolve to this host.
    const headers = { ...ana, host, origin: `https://${host}`, 'sec-fetch-site': 'same-origin' };
    const calls = [
      events(headers),
      get('/ask/requests', { headers }),
      get(at, { headers }),
      get('/nowhere', { headers }),
      post(`${at}/answer`, { replies }, headers),
      post(`${at}/cancel`, {}, headers),
    ];
    for (const call of calls) {
      const response = await handler(call);
      expect(response.status).toBe(421);
      expect(await response.json()).toMatchObject({ ok: false, code: 'misdirected' });
    }
    await unchanged();
    expect([subscribers(), authorize.mock.calls]).toEqual([0, []]);
  });

  it.each(['localhost:8080', '127.0.0.1', '127.0.0.1:3000', '[::1]', '[::1]:3000', 'app.example', 'APP.Example:443'])(
    'accepts a call for a listed host: %s [R-AUTH]',
    async (host) => {
      const { handler } = await mountAsked({ hosts });
      expect((await handler(get('/ask/requests', { headers: { ...ana, host } }))).status).toBe(200);
    },
  );

  it('uses the host of the URL if there is no host header [R-AUTH]', async () => {
    const { handler } = await mountAsked({ hosts: ['app.example'] });
    expect((await handler(get('/ask/requests', { headers: ana }))).status).toBe(200);
    const other = await mountAsked({ hosts: ['other.example'] });
    expect((await other.handler(get('/ask/requests', { headers: ana }))).status).toBe(421);
  });

  it('accepts any host if `hosts` is omitted [R-AUTH]', async () => {
    const { handler } = await mountAsked();
    expect((await handler(get('/ask/requests', { headers: { ...ana, host: 'evil.example' } }))).status).toBe(200);
  });

  it('is not created with a name that would never match [R-AUTH]', () => {
    const wrong = [
      'https://app.example',
      'app.example/',
      'app.example:',
      'app.example:99999',
      'App.example',
      '*',
      '*.app.example',
      'münchen.example',
      '::1',
      '127.1',
      'a b',
      'user@app.example',
      '',
      7,
    ];
    for (const host of wrong) expect(make([host]), String(host)).toThrow(/`hosts`.*as "localhost:8080"/);
    for (const list of [[], 'localhost', {}, null]) expect(make(list)).toThrow(/`hosts`.*array/);
    expect(make(['localhost', 'xn--mnchen-3ya.example:8443', 'my_service', '[::1]:80', '10.0.0.1:443'])).not.toThrow();
  });
});
