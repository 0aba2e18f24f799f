import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ChannelList, TemplateElement } from '@azulejo/contract';
import { listsOf } from '../support/demo-home.ts';
import { PLUG, setUpPairing, ticketOf } from '../support/pairing-scene.ts';
import { clientToken, newApplication, type Person } from '../support/people.ts';
import { assertApiError, readJson } from '../support/replies.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';
import { postJson } from '../support/wire.ts';

/** A lamp, whose template belongs to another maker. */
const LAMP = '25f85b52-885c-5108-a9d2-c7fce0ad00ca';
const environment = { VIRTUAL_DEVICES: '0', CHANNELS_PER_MANAGER: '5', DEVICES_PER_HOME: '2' };

async function setUp(stage: Stage) {
  const pairing = await setUpPairing({ start: () => stage.start({ environment }) });
  const { platform, application, authorize, submit } = pairing;
  const { makers } = platform.server.features;
  const newManager = async (templateId?: string) => {
    const { clientId, secret } = await newApplication(platform, { type: 'manager', name: 'Acme' });
    if (templateId !== undefined) await makers.assign(templateId, clientId);
    const { access_token: token } = await clientToken(platform, { clientId, secret }, 'manager');
    const create = (template: string, remoteKey?: string) =>
      postJson(
        platform,
        '/v3/managers/self/channels',
        {
          name: '',
          channeltemplate_id: template,
          requesting_client_id: application.clientId,
          ...(remoteKey === undefined ? {} : { remote_key: remoteKey }),
        },
        { token },
      );
    const grantTo = (channelId: string, role: 'application' | 'user', clientId: string) =>
      postJson(
        platform,
        `/v3/channels/${channelId}/grant-access`,
        { client_id: clientId, requesting_client_id: application.clientId, role },
        { token },
      );
    /**
     * Creates the channel and both grants, as the SDK does in a pairing: not the second one when the first one is
     * refused. Returns the last reply.
     */
    const pair = async (person: Person, template: string, remoteKey: string) => {
      const { id } = (await (await create(template, remoteKey)).json()) as { id: string };
      const first = await grantTo(id, 'application', application.clientId);
      return { id, reply: first.status === 200 ? await grantTo(id, 'user', person.id) : first };
    };
    return { clientId, create, grantTo, pair };
  };
  /** Gives the person's consent on the manager's pairing page. */
  const allow = async (person: Person, template: string) => {
    const page = await authorize(person, template);
    const shown = await (await platform.request(page)).text();
    assert.equal((await submit(page, [], ticketOf(page))).status, 303);
    return shown;
  };
  const homeOf = async (person: Person) => {
    const { channels } = listsOf(platform, person.token, person.id);
    return (await channels()).map(({ id }: ChannelList['channels'][number]) => id);
  };
  return { ...pairing, newManager, allow, homeOf };
}

onEachEngine('a hostile manager', setUp, (scene) => {
  it('refuses channels of a template that belongs to another maker or to no maker', async () => {
    const { newManager } = scene();
    const [acme] = [await newManager(PLUG), await newManager(LAMP)];
    await assertApiError(await acme.create(LAMP), 'not_granted');
    const stranger = await newManager();
    await assertApiError(await stranger.create(PLUG), 'not_granted');
  });

  it('refuses devices to a person who did not consent, and pairs each device once per consent', async () => {
    const { newManager, allow, homeOf, ana, rui, platform } = scene();
    const [acme, lamps] = [await newManager(PLUG), await newManager(LAMP)];
    const { id, reply } = await acme.pair(ana, PLUG, 'plug-1');
    await assertApiError(reply, 'not_granted');
    assert.deepEqual(await homeOf(ana), []);

    assert.match(await allow(ana, PLUG), /Acme makes these devices/);
    await assertApiError((await acme.pair(rui, PLUG, 'plug-1')).reply, 'not_granted');
    await assertApiError((await lamps.pair(ana, LAMP, 'lamp-1')).reply, 'not_granted');
    for (let time = 0; time < 2; time += 1)
      assert.equal((await acme.pair(ana, PLUG, 'plug-1')).reply.status, 200, 'granting again is normal');
    assert.deepEqual(await homeOf(ana), [id]);

    const { tiles } = listsOf(platform, ana.token, ana.id);
    for (const tile of await tiles())
      await platform.request(`/v3/legacy/users/${ana.id}/tiles/${tile.id}`, {
        method: 'DELETE',
        token: ana.token,
      });
    assert.deepEqual(await homeOf(ana), []);
    await assertApiError((await acme.pair(ana, PLUG, 'plug-1')).reply, 'not_granted');
    platform.clock.advance({ seconds: 1 });
    await allow(ana, PLUG);
    assert.equal((await acme.pair(ana, PLUG, 'plug-1')).reply.status, 200, 'she asked again');

    platform.clock.advance({ minutes: 11 });
    await assertApiError((await acme.pair(ana, PLUG, 'plug-2')).reply, 'not_granted');
  });

  it('refuses a channel to an application without a consent', async () => {
    const { newManager, allow, application, plain, ana, rui, platform } = scene();
    platform.clock.advance({ minutes: 11 });
    const acme = await newManager(PLUG);
    const { id } = (await (await acme.create(PLUG, 'plug-9')).json()) as { id: string };
    const grant = ({ clientId }: { clientId: string }) => acme.grantTo(id, 'application', clientId);
    await assertApiError(await grant(application), 'not_granted');
    await allow(rui, PLUG);
    await assertApiError(await grant(plain), 'not_granted');
    assert.equal((await grant(application)).status, 200);
    platform.clock.advance({ minutes: 11 });
    assert.equal((await grant(application)).status, 200, 'it has the grant');
    const other = (await (await acme.create(PLUG, 'plug-10')).json()) as { id: string };
    const late = await acme.grantTo(other.id, 'application', application.clientId);
    await assertApiError(late, 'not_granted');
    await assertApiError(await acme.grantTo(id, 'user', ana.id), 'not_granted');
  });

  it('does not hand a consent on to the manager that gets the template afterwards', async () => {
    const { newManager, allow, authorize, submit, rui, platform, homeOf } = scene();
    await newManager(LAMP);
    await allow(rui, LAMP);
    const open = await authorize(rui, LAMP);
    const zeta = await newManager(LAMP);
    await assertApiError((await zeta.pair(rui, LAMP, 'lamp-1')).reply, 'not_granted');
    for (const page of [await platform.request(open), await submit(open, [])])
      assert.equal(page.status, 410, 'the page named another manager');
    assert.deepEqual(await homeOf(rui), []);
    await allow(rui, LAMP);
    assert.equal((await zeta.pair(rui, LAMP, 'lamp-1')).reply.status, 200);
    const [id = ''] = await homeOf(rui);
    await platform.server.features.db.write((tx) => platform.server.features.homes.remove(tx, [id]));
  });

  it('limits the channels of a manager and the devices of a home', async () => {
    const { newManager, allow, rui } = scene();
    const acme = await newManager(PLUG);
    await allow(rui, PLUG);
    for (const key of ['1', '2']) assert.equal((await acme.pair(rui, PLUG, key)).reply.status, 200);
    await assertApiError((await acme.pair(rui, PLUG, '3')).reply, 'quota_exceeded');
    assert.equal((await acme.pair(rui, PLUG, '2')).reply.status, 200, 'the existing channel stays');
    for (const key of ['4', '5']) assert.equal((await acme.create(PLUG, key)).status, 201);
    await assertApiError(await acme.create(PLUG, '6'), 'quota_exceeded');
    assert.equal((await acme.create(PLUG, '5')).status, 201, 'the channel that it created before');
  });

  it("offers the maker's templates when virtual devices are off, and simulates none of them", async () => {
    const { newManager, ana, platform } = scene();
    await newManager(PLUG);
    const { elements } = await readJson<{ elements: TemplateElement[] }>(
      await platform.request('/v3/users/self/channel-templates', { token: ana.token }),
    );
    const ids = elements.map(({ template }) => template.id);
    assert.ok(ids.includes(PLUG) && ids.length <= 2, `${ids.length} kinds`);
    const { virtualDevices } = platform.server.features;
    await assert.rejects(virtualDevices.create({ userId: ana.id, templateId: PLUG, faults: [] }), {
      kind: 'not_granted',
    });
  });
});
