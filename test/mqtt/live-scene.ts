import type { Tree, ValueAddress } from '@azulejo/contract';
import { publishTopic, valueTopic } from '@azulejo/contract';
import type { Db } from '@azulejo/server/testing';
import { connectMqtt, type MqttCredentials, type MqttSession } from '../support/mqtt.ts';
import {
  type Application,
  clientToken,
  newApplication,
  newPerson,
  type Person,
  personToken,
} from '../support/people.ts';
import type { TestPlatform, TestPlatformOptions } from '../support/platform.ts';
import type { DatabaseStage } from '../support/scene.ts';

/** A lamp of one component, whose `status` is a truth, `brightness` a number and `effect-color` a text to be written. */
const LAMP = '25f85b52-885c-5108-a9d2-c7fce0ad00ca';

export const propertyOf = (channelId: string, propertyId = 'status'): ValueAddress => ({
  channelId,
  componentId: 'light-bulb',
  propertyId,
});

/** Whoever connects: a client, or a user through one. */
export type Member = MqttCredentials & { readonly id: string; readonly tree: Tree };

/** A client that stands behind the channel `channelId`. */
export type OwnerMember = Member & { readonly channelId: string; readonly secret: string };

export type LiveScene = Awaited<ReturnType<typeof liveScene>>;

/** A platform with one application; people and devices are made by the cases. */
export async function liveScene(stage: DatabaseStage, options?: Omit<TestPlatformOptions, 'place'>) {
  const platform = await stage.start(options);
  const db = await stage.openDatabase();
  const application = await newApplication(platform);
  return { platform, db, application };
}

/** A person who signed in, as a member of live sessions. */
export async function newListener(
  { platform, application }: Pick<LiveScene, 'platform' | 'application'>,
  through: Application = application,
): Promise<Member & { person: Person }> {
  const person = await newPerson(platform, through);
  const record = await personToken(platform, through, person);
  return { person, id: person.id, tree: 'users', clientId: through.clientId, token: record.access_token };
}

const scopes = { applications: 'application', managers: 'manager', devices: 'device' } as const;

/** A client that signed in with its secret. */
export async function asMember(
  platform: TestPlatform,
  client: Application,
  tree: keyof typeof scopes,
): Promise<Member> {
  const record = await clientToken(platform, client, scopes[tree]);
  return { id: client.clientId, tree, clientId: client.clientId, token: record.access_token };
}

/** A device with its lamp in the home of the user. */
export async function newLamp(platform: TestPlatform, userId: string): Promise<OwnerMember> {
  const { client, secret, channel } = await platform.server.features.devices.create({
    userId,
    templateId: LAMP,
  });
  const member = await asMember(platform, { clientId: client.id, secret }, 'devices');
  return { ...member, secret, channelId: channel.id };
}

/** A manager that made a lamp and granted it to the user. */
export async function newManagedLamp(platform: TestPlatform, db: Db, userId: string): Promise<OwnerMember> {
  const { homes } = platform.server.features;
  const manager = await newApplication(platform, { type: 'manager' });
  const found = await homes.find({ userId, templateId: LAMP });
  const channel = await db.write((tx) =>
    homes.place(tx, { ...found, name: 'Lamp', creatorId: manager.clientId }),
  );
  const member = await asMember(platform, manager, 'managers');
  return { ...member, secret: manager.secret, channelId: channel.id };
}

/** Connects, and listens to its own channels. What is stored was heard when it resolves. */
export async function listen(platform: TestPlatform, member: Member): Promise<MqttSession> {
  const session = await connectMqtt(platform, member);
  await session.subscribe(`/v3/${member.tree}/${member.id}/channels/#`);
  return session;
}

/** Where the member hears of the property. */
export const topicOf = ({ tree, id }: Member, address: ValueAddress): string => valueTopic(tree, id, address);

/** Says something about a property, as known clients do. */
export const say = (session: MqttSession, address: ValueAddress, message: unknown): Promise<void> =>
  session.publish(publishTopic(address), message);

/** Takes the grant of the user, or of the application, away. */
export async function endGrant(db: Db, channelId: string, granteeId: string): Promise<void> {
  await db.write((tx) =>
    tx.deleteFrom('grants').where('channel_id', '=', channelId).where('grantee_id', '=', granteeId).execute(),
  );
}

/** What was refused so far, as the audit says: action, actor, target and how often. */
export async function refusals(platform: TestPlatform, db: Db, action: string) {
  await platform.server.features.audit.flush();
  return db.read
    .selectFrom('audit')
    .select(['actor_id as actor', 'target_id as target', 'count'])
    .where('action', '=', action)
    .execute();
}
