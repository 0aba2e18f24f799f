import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { TokenRecord } from '@azulejo/contract';
import { forms, ok, type Parameters, refused, send, without } from '../support/auth-calls.ts';
import { type Application, clientToken, newApplication, newPerson } from '../support/people.ts';
import { onSqlite } from '../support/scene.ts';
import { signInScene } from '../support/sign-in-scene.ts';

const AUTHORIZE = '/v3/auth/authorize';
const EXCHANGE = '/v3/auth/exchange';
const PLAIN = 'https://shop.example/callback';
const WITH_QUERY = 'https://shop.example/callback?brand=azul';
const OWN_SCHEME = 'com.example.shop:/signed-in';
const LOOPBACK = 'http://127.0.0.1:8400/done';
const LOOPBACK_6 = 'http://[::1]/done';
const LOOPBACK_NAME = 'http://localhost:8400?app=1';
const TLS_LOOPBACK = 'https://127.0.0.1:8443/tls';
const REGISTERED = [PLAIN, WITH_QUERY, OWN_SCHEME, LOOPBACK, LOOPBACK_6, LOOPBACK_NAME, TLS_LOOPBACK];
const OTHER_PORTS = [
  'http://127.0.0.1:51004/done',
  'http://127.0.0.1/done',
  'http://[::1]:51004/done',
  'http://localhost:51004?app=1',
];

onSqlite('spec 4.3: redirect_uri', signInScene, (scene) => {
  let distributor: Application;
  let parameters: Parameters;
  before(async () => {
    distributor = await newApplication(scene().platform, {
      type: 'distributor',
      redirectUris: REGISTERED,
    });
    parameters = {
      response_type: 'client_credentials',
      scope: 'distributor',
      client_id: distributor.clientId,
      client_secret: distributor.secret,
      redirect_uri: PLAIN,
      state: 'a b&c=d/é',
    };
  });

  for (const form of forms) {
    describe(`by ${form}`, () => {
      for (const redirect_uri of [...REGISTERED, ...OTHER_PORTS]) {
        it(`sends a code to ${redirect_uri}, with the state and without tokens`, async () => {
          const response = await send(scene().platform, form, AUTHORIZE, { ...parameters, redirect_uri });
          const { added, query } = await location(response, redirect_uri);
          assert.deepEqual([...added.keys()].sort(), ['code', 'state']);
          assert.match(added.get('code') ?? '', /^azc_\w+$/);
          assert.equal(added.get('state'), parameters['state']);
          assert.doesNotMatch(query, /az[ars]_/);
        });
      }

      it('sends no state when none was given', async () => {
        const response = await send(scene().platform, form, AUTHORIZE, without(parameters, 'state'));
        const { added } = await location(response, PLAIN);
        assert.deepEqual([...added.keys()], ['code']);
      });

      const unregistered = [
        'https://shop.example/callback/',
        'https://shop.example/callback?brand=other',
        'https://shop.example.evil.example/callback',
        'https://SHOP.example/callback',
        'http://shop.example/callback',
        'https://user@shop.example/callback',
        '//shop.example/callback',
        'https://shop.example/callback#x',
        'https://shop.example:8443/callback',
        'https://127.0.0.1:8444/tls',
        'http://127.0.0.1:51004/other',
        'http://127.0.0.2:8400/done',
        'http://localhost:8400/done',
        'http://127.0.0.1:8400@shop.example/done',
        'http://127.0.0.1:8400.shop.example/done',
        '',
      ];
      for (const redirect_uri of unregistered) {
        it(`refuses "${redirect_uri}", which is not registered`, async () => {
          const response = await send(scene().platform, form, AUTHORIZE, { ...parameters, redirect_uri });
          assert.equal(response.headers.get('location'), null);
          await refused(response, 'unregistered_redirect', 'redirect_uri');
        });
      }
    });
  }

  it('does not redirect when the secret is wrong', async () => {
    const response = await send(scene().platform, 'GET', AUTHORIZE, {
      ...parameters,
      client_secret: 'wrong',
    });
    assert.equal(response.headers.get('location'), null);
    await refused(response, 'invalid_client');
  });

  it('redirects a sign-in by password, but not one with a wrong password', async () => {
    const mobile = await newApplication(scene().platform, { redirectUris: [OWN_SCHEME] });
    const person = await newPerson(scene().platform, mobile);
    const password: Parameters = {
      response_type: 'password',
      scope: 'user',
      client_id: mobile.clientId,
      username: person.email,
      password: person.password,
      redirect_uri: OWN_SCHEME,
    };
    const { added } = await location(
      await send(scene().platform, 'POST form', AUTHORIZE, password),
      OWN_SCHEME,
    );
    assert.deepEqual([...added.keys()], ['code']);
    const wrong = await send(scene().platform, 'POST form', AUTHORIZE, { ...password, password: 'wrong' });
    assert.equal(wrong.headers.get('location'), null);
    await refused(wrong, 'bad_credentials');
  });

  for (const path of [EXCHANGE, AUTHORIZE]) {
    it(`redirects a refresh at ${path} with a code and does not rotate the token`, async () => {
      const record = await clientToken(scene().platform, distributor, 'distributor');
      const refresh = {
        client_id: distributor.clientId,
        refresh_token: record.refresh_token,
        grant_type: 'client_credentials',
        redirect_uri: PLAIN,
        state: 'again',
      };
      for (const form of forms) {
        const { added } = await location(await send(scene().platform, form, path, refresh), PLAIN);
        assert.deepEqual([...added.keys()].sort(), ['code', 'state']);
      }
      const renewed = await ok<TokenRecord>(
        send(scene().platform, 'GET', EXCHANGE, without(refresh, 'redirect_uri')),
      );
      assert.notEqual(renewed.refresh_token, record.refresh_token);
      await refused(
        send(scene().platform, 'GET', path, { ...refresh, redirect_uri: 'https://evil.example/' }),
        'unregistered_redirect',
        'redirect_uri',
      );
    });
  }

  /** Returns what a 303 added to the registered URI. */
  async function location(response: Response, uri: string) {
    assert.equal(response.status, 303, await response.clone().text());
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.deepEqual(await response.json(), {});
    const target = response.headers.get('location') ?? '';
    assert.ok(target.startsWith(`${uri}${uri.includes('?') ? '&' : '?'}`), target);
    const query = target.slice(uri.length + 1);
    return { added: new URLSearchParams(query), query };
  }
});
