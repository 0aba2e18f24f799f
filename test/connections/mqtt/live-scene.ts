import type { Tree, ValueAddress } from '@azulejo/contract';
import { publishTopic, valueTopic } from '@azulejo/contract';
import type { Db } from '@azulejo/server/testing';
import type { IClientOptions } from 'mqtt';
import { connectMqtt, type MqttCredentials, type MqttSession } from '../../support/mqtt.ts';
import {
  type Application,
  clientToken,
  newApplication,
  newPerson,
  type Person,
  personToken,
} from '../../support/people.ts';
import type { TestPlatform, TestPlatformOptions } from '../../support/platform.ts';
import type { Stage } from '../../support/scene.ts';

/**
 * Template of a lamp: one component with writable `status`, `brightness` (number) and `effect-color` (text).
 */
export const LAMP = '25f85b52-885c-5108-a9d2-c7fce0ad00ca';

export const propertyOf = (channelId: string, propertyId = 'status'): ValueAddress => ({
  channelId,
  componentId: 'light-bulb',
  propertyId,
});

/** A client that connects, or a user who connects through one. */
export type Member = MqttCredentials & { readonly id: string; readonly tree: Tree };

/** A client that owns the channel `channelId`. */
export type OwnerMember = Member & { readonly channelId: string; readonly secret: string };

export type LiveScene = Awaited<ReturnType<typeof liveScene>>;

/** Starts a platform with one application. The tests create users and devices. */
export async function liveScene(stage: Stage, options?: Omit<TestPlatformOptions, 'place'>) {
  const platform = await stage.start(options);
  const db = await stage.openDatabase();
  const application = await newApplication(platform);
  return { platform, db, application };
}

/** Creates a person who signed in, as a member of live sessions. */
export async function newMember(
  { platform, application }: Pick<LiveScene, 'platform' | 'application'>,
  through: Application = application,
): Promise<Member & { person: Person }> {
  const person = await newPerson(platform, through);
  const record = await personToken(platform, through, person);
  return { person, id: person.id, tree: 'users', clientId: through.clientId, token: record.access_token };
}

const scopes = { applications: 'application', managers: 'manager', devices: 'device' } as const;

/** Signs a client in with its secret. */
export async function asMember(
  platform: TestPlatform,
  client: Application,
  tree: keyof typeof scopes,
): Promise<Member> {
  const record = await clientToken(platform, client, scopes[tree]);
  return { id: client.clientId, tree, clientId: client.clientId, token: record.access_token };
}

/** Creates a device with its lamp in the user's home. */
export async function newLamp(platform: TestPlatform, userId: string): Promise<OwnerMember> {
  const { client, secret, channel } = await platform.server.features.devices.create({
    userId,
    templateId: LAMP,
  });
  const member = await asMember(platform, { clientId: client.id, secret }, 'devices');
  return { ...member, secret, channelId: channel.id };
}

/** Creates a manager, which owns a lamp and granted it to the user. */
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

/** Connects and subscribes to the member's own channels. Resolves after the retained values have arrived. */
export async function listen(
  platform: TestPlatform,
  member: Member,
  options: IClientOptions = {},
): Promise<MqttSession> {
  const session = await connectMqtt(platform, member, options);
  await session.subscribe(`/v3/${member.tree}/${member.id}/channels/#`);
  return session;
}

/** Returns the topic on which the member receives messages about the property. */
export const topicOf = ({ tree, id }: Member, address: ValueAddress): string => valueTopic(tree, id, address);

/** Publishes a message about a property, as known clients do. */
export const sendMessage = (session: MqttSession, address: ValueAddress, message: unknown): Promise<void> =>
  session.publish(publishTopic(address), message);

/** Removes the grant of the user or of the application. */
export async function endGrant(db: Db, channelId: string, granteeId: string): Promise<void> {
  await db.write((tx) =>
    tx.deleteFrom('grants').where('channel_id', '=', channelId).where('grantee_id', '=', granteeId).execute(),
  );
}

/** Returns the refusals in the audit log so far: action, actor, target and count. */
export async function refusals(platform: TestPlatform, db: Db, action: string) {
  await platform.server.features.audit.flush();
  return db.read
    .selectFrom('audit')
    .select(['actor_id as actor', 'target_id as target', 'count'])
    .where('action', '=', action)
    .execute();
}
