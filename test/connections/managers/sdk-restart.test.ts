import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  type ApplicationDocument,
  type ApplicationUpdate,
  type Manager,
  publishTopic,
} from '@azulejo/contract';
import { ACME_PLUG, setUpMaker } from '../../support/maker-scene.ts';
import { newApplication, personToken } from '../../support/people.ts';
import { jsonHeaders, sdkConnect, sdkSignIn, sessionHeaders } from '../../support/python-sdk.ts';
import { readJson } from '../../support/replies.ts';
import { onEachEngine, type Stage } from '../../support/scene.ts';
import { listen, sendMessage } from '../mqtt/live-scene.ts';

const SERVICE_ID = '6f9619ff-8b86-4d11-b42d-00cf4fc964ff';
const PUBLIC = 'http://127.0.0.1:22070';

/** The SDK sends this request without a body, and with no content type. */
const { 'content-type': _type, ...bareHeaders } = sessionHeaders;

onEachEngine(
  'the Python SDK when the server is restarted',
  async (stage) => {
    const scene = await setUpMaker(stage);
    const restart = async () => {
      await scene.platform[Symbol.asyncDispose]();
      return stage.start({ environment: scene.platform.environment });
    };
    return { ...scene, restart };
  },
  (scene) => {
    it('boots again with its webhooks, its channels, the homes and the tokens', async () => {
      const { platform, manager, application, sdk, ana, signIn, found, add, restart } = scene();
      const self = `/v3/managers/${manager.clientId}`;
      const role = 'manager';
      const record = await sdkSignIn(platform, manager, role);
      const document = async () =>
        readJson<Manager>(
          await platform.request(self, { token: record.access_token, headers: sessionHeaders }),
        );
      assert.equal((await signIn(ana)).status, 303);
      const [device] = await found(ana, ACME_PLUG);
      assert.ok(device);
      const [added] = await readJson<{ id: string }[]>(await add(ana, ACME_PLUG, [device]));
      const channel = added?.id ?? '';
      const before = await document();

      const restarted = await restart();
      assert.deepEqual(await document(), before, 'with the token of before');
      sdk.platformCalls.length = 0;
      await sdk.boot();
      assert.deepEqual(sdk.platformCalls, [
        ['/managers/self', 200],
        ['/managers/self', 200],
      ]);
      assert.deepEqual(await document(), before, 'the same addresses do not change the confirmation hash');

      const call = (method: string, path: string, headers: Record<string, string>, body?: object) =>
        platform.request(`/v3${path}`, {
          method,
          token: record.access_token,
          headers,
          ...(body && { body: JSON.stringify(body) }),
        });
      for (const headers of [sessionHeaders, jsonHeaders]) {
        const read = await readJson<object>(await call('GET', `/channels/${channel}`, headers));
        assert.deepEqual(read, {
          id: channel,
          channeltemplate_id: ACME_PLUG,
          href: `/v3/channels/${channel}`,
          name: 'Kitchen plug',
          remote_key: 'plug-1',
        });
      }
      const listed = `channels?page_size=9999&channel.channeltemplate_id=${ACME_PLUG}&fields=channel.id`;
      assert.deepEqual(
        await readJson(await call('GET', `/managers/${manager.clientId}/${listed}`, jsonHeaders)),
        {
          elements: [{ channel: { id: channel } }],
        },
      );
      const ofAna = await call('GET', `/users/${ana.id}/channels?channel_id=${channel}`, jsonHeaders);
      const { elements } = await readJson<{ elements: { channel: object }[] }>(ofAna);
      assert.equal(elements.length, 1);
      const subscriptions = `/channels/${channel}/retrieve-user-subscriptions`;
      assert.deepEqual(await readJson(await call('POST', subscriptions, bareHeaders)), {
        elements: [{ channel, client_id: ana.id, requesting_client_id: application.clientId, role: 'user' }],
      });
      const { access_token } = sdk.tokens.get(`${application.clientId} ${ana.id}`) as {
        access_token: string;
      };
      const credentials = {
        client_id: application.clientId,
        owner_id: ana.id,
        credentials: { access_token },
      };
      const swapped = await call('POST', `${self.slice(3)}/swap-credentials`, jsonHeaders, credentials);
      assert.deepEqual(await readJson(swapped), { client_id: 'casa-azul-7' });

      sdk.calls.length = 0;
      const [again] = await found(ana, ACME_PLUG);
      assert.equal(again?.id, device.id);
      assert.deepEqual(
        sdk.calls.map(({ path, headers }) => [path, headers.authorization]),
        [['/v3/devices-list', `Bearer ${before.confirmation_hash}`]],
      );
      assert.deepEqual(
        sdk.platformCalls.filter(([path]) => path === '/managers/self').length,
        2,
        'it accepts the hash without reading its document again',
      );

      // After a lost connection it connects with the password of before (manager-sdk 4).
      const ca = await (await restarted.request('/ca.pem')).text();
      await using live = await sdkConnect(restarted, { clientId: manager.clientId, record, role, ca });
      const phoneToken = await personToken(restarted, application, ana);
      await using phone = await listen(restarted, {
        id: ana.id,
        tree: 'users',
        clientId: application.clientId,
        token: phoneToken.access_token,
      });
      const address = {
        channelId: channel,
        componentId: 'thermostat',
        propertyId: 'occupied-heating-setpoint',
      };
      await sendMessage(phone, address, { io: 'w', data: 21 });
      const write = await live.next(({ message }) => message.io === 'w');
      assert.deepEqual([write.message.sender, write.message.on_behalf_of], [application.clientId, ana.id]);
      await live.publish(publishTopic(address), { io: 'iw', data: 21 }, { qos: 0 });
      const report = await phone.next(({ message, retained }) => message.io === 'iw' && !retained);
      assert.equal(report.message.data, 21);
    });
  },
);

async function setUpService({ start }: Stage) {
  const environment = { WEBHOOK_NETWORKS: '127.0.0.1/32' };
  const first = await start({ environment });
  const application = await newApplication(first, { name: 'Casa Azul' });
  const service = {
    id: SERVICE_ID,
    kind: 'service',
    name: 'Energy report',
    authorizationUrl: 'https://energy.example/authorize',
    photoUrlSquared: 'https://energy.example/icon.png',
    profiles: [],
  };
  await first.server.features.services.import([service], { application: application.clientId });
  const restart = async () => {
    await first[Symbol.asyncDispose]();
    return start({ environment: first.environment });
  };
  return { first, application, restart };
}

onEachEngine('the addresses of an application manager', setUpService, (scene) => {
  it('keeps the addresses of a manager over a restart of the server, also when it boots again', async () => {
    const { first, application, restart } = scene();
    const actions = { simulate: `${PUBLIC}/v3/quote-simulate`, setup: `${PUBLIC}/v3/quote-setup` };
    const activationUri = `${PUBLIC}/v3/services/${SERVICE_ID}/authorize`;
    const boot = async (platform: typeof first) => {
      const { access_token: token } = await sdkSignIn(platform, application, 'application');
      const patch = (path: string, body: object) =>
        platform.request(path, {
          method: 'PATCH',
          token,
          headers: sessionHeaders,
          body: JSON.stringify(body),
        });
      const activated = await patch(`/v3/services/${SERVICE_ID}`, { activation_uri: activationUri });
      assert.equal(activated.status, 200);
      return readJson<ApplicationUpdate>(
        await patch(`/v3/applications/${application.clientId}`, { quote_actions: actions }),
      );
    };
    const booted = await boot(first);
    const { access_token: token } = await sdkSignIn(first, application, 'application');
    const second = await restart();
    const document = async () =>
      readJson<ApplicationDocument>(
        await second.request(`/v3/applications/${application.clientId}`, { token, headers: sessionHeaders }),
      );
    const after = await document();
    assert.deepEqual(after.quote_actions, actions);
    assert.equal(after.confirmation_hash, booted.confirmation_hash);
    const stored = await second.server.features.services.get(SERVICE_ID);
    assert.deepEqual([stored.applicationId, stored.activationUri], [application.clientId, activationUri]);
    assert.equal((await boot(second)).confirmation_hash, booted.confirmation_hash);
    assert.deepEqual(await document(), after);
  });
});
