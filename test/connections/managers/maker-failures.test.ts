import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { it } from 'node:test';
import { ACME_PLUG, type MakerScene, setUpMaker } from '../../support/maker-scene.ts';
import type { Person } from '../../support/people.ts';
import { assertApiError, readJson } from '../../support/replies.ts';
import { onSqlite } from '../../support/scene.ts';

const authorize = ({ platform }: MakerScene, { token }: Person) =>
  platform.request(`/v3/channel-templates/${ACME_PLUG}/authorize?policy=one`, { token });

const list = ({ platform }: MakerScene, { token }: Person) =>
  platform.request(`/v3/legacy/profiles/${ACME_PLUG}/channels`, { token });

/** Lets the manager answer one webhook so until the callback ends. */
async function answering(
  { sdk }: MakerScene,
  path: string,
  answer: (response: ServerResponse) => void,
  work: () => Promise<void>,
): Promise<void> {
  sdk.answer = (requested, response) => {
    if (requested !== path) return false;
    answer(response);
    return true;
  };
  try {
    await work();
  } finally {
    sdk.answer = undefined;
  }
}

const status =
  (code: number, body = '') =>
  (response: ServerResponse) =>
    void response.writeHead(code).end(body);

/** Sends a request, waits until the manager has it, and lets its time pass. */
async function late(
  scene: MakerScene,
  path: string,
  ms: number,
  ask: () => Promise<Response>,
): Promise<Response> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let response: Promise<Response> | undefined;
  await answering(
    scene,
    path,
    () => resolve(),
    async () => {
      response = ask();
      await promise;
      scene.platform.clock.advance({ ms });
      await response;
    },
  );
  return response as Promise<Response>;
}

onSqlite('failures of a maker', setUpMaker, (scene) => {
  for (const [what, answer] of [
    ['403', status(403)],
    ['500', status(500)],
    ['no location', status(200, '{}')],
    ['a location elsewhere', status(200, '{"location":[{"method":"GET","url":"https://evil.example/"}]}')],
    ['a location with the secret', status(200, '{"location":[{"method":"GET","url":"{client_secret}"}]}')],
    [
      'a redirect',
      (response: ServerResponse) =>
        void response.writeHead(302, { Location: 'http://169.254.169.254' }).end(),
    ],
    ['no JSON', status(200, '<html>')],
    ['nothing', (response: ServerResponse) => void response.destroy()],
  ] as const)
    it(`answers 502 without a Location when authorize answers ${what}`, () =>
      answering(scene(), '/v3/authorize', answer, async () => {
        const response = await authorize(scene(), scene().ana);
        assert.equal(response.headers.get('location'), null);
        await assertApiError(response, 'maker_failed');
      }));

  it('answers 504 when authorize is late', async () => {
    const response = await late(scene(), '/v3/authorize', 8_000, () => authorize(scene(), scene().ana));
    await assertApiError(response, 'maker_late');
  });

  it('answers 502 without an account of the application', async () => {
    await assertApiError(await authorize(scene(), scene().eva), 'maker_failed');
  });

  it('shows a page, once, when the person says no at the maker', async () => {
    const { ana, consent, returnFromMaker } = scene();
    const { url, cookie } = await consent(ana);
    const state = new URL(url).searchParams.get('state') ?? '';
    const path = `/v3/third-party/credentials/inbox?error=access_denied&state=${state}`;
    const response = await returnFromMaker(path, cookie);
    assert.equal(response.status, 403);
    assert.match(await response.text(), /Back to the app/);
    assert.equal((await returnFromMaker(path, cookie)).status, 410);
    assert.deepEqual(await readJson(await list(scene(), ana)), []);
  });

  it('shows a page when the maker refuses the code, or the manager the token', async () => {
    const { ana, consent, returnFromMaker, signInAtMaker, cloud } = scene();
    cloud.answer = (response) => void response.writeHead(400).end('{"error":"invalid_grant"}');
    const one = await consent(ana);
    assert.equal((await returnFromMaker(await signInAtMaker(one.url), one.cookie)).status, 502);
    cloud.answer = undefined;
    await answering(scene(), '/v3/receive-token', status(500), async () => {
      const two = await consent(ana);
      const response = await returnFromMaker(await signInAtMaker(two.url), two.cookie);
      assert.equal(response.status, 502);
      assert.match(response.headers.get('content-type') ?? '', /html/);
    });
    assert.deepEqual(await readJson(await list(scene(), ana)), []);
  });

  it('accepts state and cookie of one ticket only, once, and in time', async () => {
    const { ana, rui, consent, returnFromMaker, signInAtMaker, platform } = scene();
    const [his, hers] = [await consent(rui), await consent(ana)];
    const path = await signInAtMaker(his.url);
    assert.equal((await returnFromMaker(path, hers.cookie)).status, 410, 'the cookie of another person');
    assert.equal((await platform.request(path)).status, 410, 'no cookie');
    const state = path.replace(/state=[^&]*/, 'state=azt_x');
    assert.equal((await returnFromMaker(state, his.cookie)).status, 410, 'another state');
    assert.equal((await returnFromMaker(path, his.cookie)).status, 303);
    assert.equal((await returnFromMaker(path, his.cookie)).status, 410, 'used');
    const old = await signInAtMaker(hers.url);
    platform.clock.advance({ minutes: 10 });
    assert.equal((await returnFromMaker(old, hers.cookie)).status, 410, 'expired');
  });

  it('refuses a return without the state', async () => {
    const { ana, consent, returnFromMaker, signInAtMaker } = scene();
    const { url, cookie } = await consent(ana);
    const path = await signInAtMaker(url);
    assert.equal((await returnFromMaker(path.replace(/&state=[^&]*/, ''), cookie)).status, 410);
    assert.equal((await returnFromMaker(path, cookie)).status, 303, 'its own return still counts');
  });

  it('lists nothing when the manager has no token, and fails otherwise', async () => {
    const { ana, signIn } = scene();
    assert.equal((await signIn(ana)).status, 303);
    const listing = (
      answer: (response: ServerResponse) => void,
      check: (response: Response) => Promise<unknown>,
    ) =>
      answering(
        scene(),
        '/v3/devices-list',
        answer,
        async () => void (await check(await list(scene(), ana))),
      );
    await listing(status(403), (response) => assertApiError(response, 'maker_failed'));
    await listing(status(200, '{"no":"list"}'), (response) => assertApiError(response, 'maker_failed'));
    await assertApiError(
      await late(scene(), '/v3/devices-list', 25_000, () => list(scene(), ana)),
      'maker_late',
    );
    await listing(status(404), async (response) => assert.deepEqual(await readJson(response), []));
  });

  it('leads to the sign-in again when the manager lost the token', async () => {
    const { ana, signIn, execute, sdk } = scene();
    const step = '/v3/recipes/virtual-devices/steps/list';
    const body = { channeltemplate_id: ACME_PLUG };
    const actionOf = async () => (await execute(ana, step, body)).response?.payload.action;
    assert.equal((await signIn(ana)).status, 303);
    assert.equal(await actionOf(), 'list_devices');
    await answering(scene(), '/v3/devices-list', status(404), async () => {
      assert.equal(await actionOf(), 'oauth');
    });
    sdk.calls.length = 0;
    assert.equal(await actionOf(), 'oauth');
    assert.deepEqual(sdk.calls, [], 'the manager is not asked before the person has signed in again');
    assert.equal((await signIn(ana)).status, 303);
    assert.equal(await actionOf(), 'list_devices');
  });

  it('skips unusable entries in a list of devices', async () => {
    const { ana } = scene();
    const devices = [
      { id: 7, content: 'A number' },
      { id: 'a', content: 'x'.repeat(300), photoUrl: 'javascript:alert(1)' },
      { id: 'a', content: 'again' },
      { id: '', content: 'no id' },
      { content: 'none' },
      null,
    ];
    await answering(scene(), '/v3/devices-list', status(200, JSON.stringify(devices)), async () => {
      const listed = await readJson<{ content: string; photoUrl: string }[]>(await list(scene(), ana));
      assert.deepEqual(
        listed.map(({ content }) => content.length),
        [8, 200],
      );
      assert.match(listed[1]?.photoUrl ?? '', /^http/);
    });
  });

  it('adds the chosen devices that did not fail', async () => {
    const { ana, sdk, add, found } = scene();
    const devices = await found(ana, ACME_PLUG);
    sdk.broken.add('plug-1').add('plug-2');
    await assertApiError(await add(ana, ACME_PLUG, devices), 'not_granted');
    sdk.broken.delete('plug-2');
    const added = await readJson<{ id: string }[]>(await add(ana, ACME_PLUG, devices));
    assert.equal(added.length, 1);
    sdk.broken.clear();
    await answering(scene(), '/v3/select-device', status(403), async () => {
      await assertApiError(await add(ana, ACME_PLUG, devices.slice(0, 1)), 'maker_failed');
    });
    const slow = () => add(ana, ACME_PLUG, devices.slice(0, 1));
    await assertApiError(await late(scene(), '/v3/select-device', 45_000, slow), 'maker_late');
    assert.equal((await slow()).status, 200);
  });

  it('answers 504 or 502 at once when the manager is gone, and works when it is back', async () => {
    const { sdk, ana, platform } = scene();
    await answering(
      scene(),
      '/v3/authorize',
      (response) => void response.destroy(),
      async () => {
        for (let count = 0; count < 6; count += 1)
          await assertApiError(await authorize(scene(), ana), 'maker_failed');
      },
    );
    const requested = sdk.calls.length;
    await assertApiError(await authorize(scene(), ana), 'maker_failed');
    assert.equal(sdk.calls.length, requested, 'it is not called during the pause');
    platform.clock.advance({ seconds: 31 });
    assert.equal((await authorize(scene(), ana)).status, 303);
    const [call] = platform.server.features.outbound.calls(sdk.id);
    assert.deepEqual([call?.purpose, call?.status, call?.origin], ['authorize', 200, sdk.url]);
  });
});
