import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TokenRecord } from '@azulejo/contract';
import { asMember, newMember } from '../connections/mqtt/live-scene.ts';
import { connackOf, connectMqtt } from '../support/mqtt.ts';
import { clientToken, newApplication, personToken } from '../support/people.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';

const MAX_PER_USER = 3;
const MAX_PER_CLIENT = 4;
const environment = {
  SIGN_INS_PER_USER: String(MAX_PER_USER),
  SIGN_INS_PER_CLIENT: String(MAX_PER_CLIENT),
};

async function setUp({ start, openDatabase }: Stage) {
  const platform = await start({ environment });
  const db = await openDatabase();
  /** Returns whether the server recognizes the token, whatever it is allowed to do. */
  const isTaken = async ({ access_token: token }: Pick<TokenRecord, 'access_token'>) =>
    (await platform.request('/v3/users/me', { token })).status !== 401;
  return {
    platform,
    isTaken,
    /** Signs in `count` times, one second apart. */
    async signInOften(count: number, signIn: () => Promise<TokenRecord>) {
      const records: TokenRecord[] = [];
      while (records.length < count) {
        records.push(await signIn());
        platform.clock.advance({ seconds: 1 });
      }
      return records;
    },
    async stored(clientId: string) {
      const rows = await db.read
        .selectFrom('sign_ins')
        .leftJoin('access_tokens', 'access_tokens.sign_in_id', 'sign_ins.id')
        .select('access_tokens.id')
        .where('sign_ins.client_id', '=', clientId)
        .execute();
      return rows.length;
    },
  };
}

onEachEngine('a client that signs in again and again', setUp, (scene) => {
  it('ends the least recently used sign-in of a client when the maximum is exceeded', async () => {
    const { platform, isTaken, signInOften, stored } = scene();
    const manager = await newApplication(platform, { type: 'manager' });
    const neighbour = await newApplication(platform, { type: 'manager' });
    const bystander = await clientToken(platform, neighbour, 'manager');
    const signIn = () => clientToken(platform, manager, 'manager');
    const first = await signIn();
    platform.clock.advance({ minutes: 20 });
    const others = await signInOften(MAX_PER_CLIENT, signIn);
    assert.equal(await isTaken(first), false, 'it is the least recently used one');
    assert.equal(await stored(manager.clientId), MAX_PER_CLIENT);

    const [used, unused] = others as [TokenRecord, TokenRecord];
    platform.clock.advance({ minutes: 20 });
    assert.equal(await isTaken(used), true);
    await signInOften(1, signIn);
    assert.deepEqual([await isTaken(used), await isTaken(unused)], [true, false]);
    const last = await signInOften(3 * MAX_PER_CLIENT, signIn);
    for (const [index, record] of last.entries())
      assert.equal(await isTaken(record), index >= last.length - MAX_PER_CLIENT, `${index}`);
    assert.equal(await stored(manager.clientId), MAX_PER_CLIENT);
    assert.equal(await isTaken(bystander), true);
  });

  it('holds the maximum when a client signs in many times at once', async () => {
    const { platform, signInOften, stored } = scene();
    const manager = await newApplication(platform, { type: 'manager' });
    const signIn = () => clientToken(platform, manager, 'manager');
    await Promise.all(Array.from({ length: 5 * MAX_PER_CLIENT }, signIn));
    await signInOften(4, signIn);
    assert.equal(await stored(manager.clientId), MAX_PER_CLIENT);
  });

  it('refuses an MQTT connection with the token of a sign-in that has ended', async () => {
    const { platform, signInOften } = scene();
    const manager = await newApplication(platform, { type: 'manager' });
    const member = await asMember(platform, manager, 'managers');
    assert.equal(await connackOf(platform, member), 0);
    platform.clock.advance({ seconds: 1 });
    await signInOften(MAX_PER_CLIENT, () => clientToken(platform, manager, 'manager'));
    assert.equal(await connackOf(platform, member), 4);
  });

  it('keeps the sign-in of a connection that is open over MQTT', async () => {
    const { platform, isTaken, signInOften } = scene();
    const manager = await newApplication(platform, { type: 'manager' });
    const member = await asMember(platform, manager, 'managers');
    await using connection = await connectMqtt(platform, member);
    const signIn = () => clientToken(platform, manager, 'manager');
    const [unused] = (await signInOften(MAX_PER_CLIENT - 1, signIn)) as [TokenRecord];
    platform.clock.advance({ minutes: 20 });
    await platform.server.live.endDeadSessions();
    await signInOften(1, signIn);
    assert.deepEqual([await isTaken({ access_token: member.token }), await isTaken(unused)], [true, false]);
    assert.equal(connection.client.connected, true);
  });
});

onEachEngine('repeated sign-ins of a user', setUp, (scene) => {
  it('limits the sign-ins of a user without ending those of other users', async () => {
    const { platform, isTaken, signInOften } = scene();
    const application = await newApplication(platform);
    const { person } = await newMember({ platform, application });
    const bystander = await newMember({ platform, application });
    const records = await signInOften(3 * MAX_PER_USER, () => personToken(platform, application, person));
    for (const [index, record] of records.entries())
      assert.equal(await isTaken(record), index >= records.length - MAX_PER_USER, `${index}`);
    assert.equal(await isTaken({ access_token: bystander.token }), true);
    const client = await clientToken(platform, application, 'application');
    assert.equal(await isTaken(client), true);
  });
});
