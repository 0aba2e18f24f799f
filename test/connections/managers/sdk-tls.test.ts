import assert from 'node:assert/strict';
import { it } from 'node:test';
import { publishTopic } from '@azulejo/contract';
import { type Application, newApplication } from '../../support/people.ts';
import { jsonHeaders, type SdkRole, sdkConnect, sdkSignIn } from '../../support/python-sdk.ts';
import { onEachEngineInFull, type Stage } from '../../support/scene.ts';
import { listen, newManagedLamp, newMember, propertyOf, sendMessage } from '../mqtt/live-scene.ts';

/** A lamp that is assigned to no manager, so that an application creates it. */
const LAMP = '25f85b52-885c-5108-a9d2-c7fce0ad00ca';

type Owner = { client: Application; channelId: string };

async function setUp({ start, openDatabase }: Stage) {
  const platform = await start();
  const db = await openDatabase();
  const application = await newApplication(platform);
  const ana = await newMember({ platform, application });
  // The SDK's `tls.cert` is a file that its operator downloads, before anything is signed in.
  const ca = await (await platform.request('/ca.pem')).text();
  const { clientId, secret, channelId } = await newManagedLamp(platform, db, ana.id);

  const { access_token: token } = await sdkSignIn(platform, application, 'application');
  const post = (path: string, body: object) =>
    platform.request(path, { method: 'POST', token, headers: jsonHeaders, body: JSON.stringify(body) });
  const created = await post('/v3/applications/self/channels', {
    name: 'Energy of the home',
    channeltemplate_id: LAMP,
    remote_key: 'energy-1',
    requesting_client_id: application.clientId,
  });
  assert.equal(created.status, 201);
  const { id } = (await created.json()) as { id: string };
  for (const [role, client_id] of [
    ['application', application.clientId],
    ['user', ana.id],
  ]) {
    const grant = { client_id, requesting_client_id: application.clientId, role };
    assert.equal((await post(`/v3/channels/${id}/grant-access`, grant)).status, 200);
  }
  const owners: Record<SdkRole, Owner> = {
    manager: { client: { clientId, secret }, channelId },
    application: { client: application, channelId: id },
  };
  return { platform, application, ana, ca, owners };
}

onEachEngineInFull('the Python SDK over TLS', setUp, (scene) => {
  for (const role of ['manager', 'application'] as const)
    it(`reads and writes values as ${role}, with the CA of /ca.pem and no client id`, async () => {
      const { platform, application, ana, ca, owners } = scene();
      const { client, channelId } = owners[role];
      const record = await sdkSignIn(platform, client, role);
      await using sdk = await sdkConnect(platform, { clientId: client.clientId, record, role, ca });
      await using phone = await listen(platform, ana);
      const address = propertyOf(channelId);
      const topic = `/v3/${role}s/${client.clientId}/channels/${channelId}/components/light-bulb/properties/status/value`;

      await sendMessage(phone, address, { io: 'r' });
      const read = await sdk.next(({ message }) => message.io === 'r');
      assert.equal(read.topic, topic);
      assert.deepEqual([read.message.sender, read.message.on_behalf_of], [application.clientId, ana.id]);
      await sdk.publish(publishTopic(address), { io: 'ir', data: false }, { qos: 0 });
      const value = await phone.next(({ message }) => message.io === 'ir');
      assert.equal(value.message.data, false);

      await sendMessage(phone, address, { io: 'w', data: true });
      const write = await sdk.next(({ message }) => message.io === 'w');
      assert.equal(write.topic, topic);
      assert.deepEqual(
        [write.message.sender, write.message.on_behalf_of, write.message.data],
        [application.clientId, ana.id, true],
      );
      await sdk.publish(publishTopic(address), { io: 'iw', data: true }, { qos: 0 });
      const report = await phone.next(({ message, retained }) => message.io === 'iw' && !retained);
      assert.equal(report.message.data, true);
    });
});
