import assert from 'node:assert/strict';
import { type ErrorName, portalScopes, type Right, type TokenRecord } from '@azulejo/contract';
import { type Db, newToken } from '@azulejo/server/testing';
import { panelTemplate } from '../support/panel-template.ts';
import { type Application, clientToken, newApplication, newPerson, signIn } from '../support/people.ts';
import type { TestPlatform } from '../support/platform.ts';
import { visitPortal } from '../support/portal.ts';
import { readJson } from '../support/replies.ts';

/** The user or client of a valid token. */
export type Principal = {
  kind: 'user' | 'client';
  id: string;
  clientId: string;
  scopes: readonly string[];
};

/** A way to call: with a valid token, with an invalid one, or with none. */
export type Caller = { name: string; headers: Record<string, string> } & (
  | { principal: Principal }
  | { principal?: never; refusal: ErrorName }
);

/** A channel that the target and its application may use. */
export type TargetChannel = { id: string; ownerId: string };

/** A template that belongs to another manager. */
export const LAMP = '25f85b52-885c-5108-a9d2-c7fce0ad00ca';
/** A template that belongs to no manager, so that the platform may simulate it. */
export const PLUG = 'f6d8f4c9-5b15-56a4-b6dc-0bcee06af490';

/** The owners of channels. */
export const ownerKinds = ['device', 'manager', 'application'] as const;

/** The target, the user whose resources are requested, with the other parties of the matrix. */
export type Parties = {
  target: { id: string; clientId: string };
  channels: Record<(typeof ownerKinds)[number], TargetChannel>;
  callers: readonly Caller[];
  /** Pairs of `[distributor, application]`. */
  links: readonly (readonly [string, string])[];
  application: Application;
  /** Returns a valid token record of the target, in a session that no caller uses. */
  validToken: () => Promise<TokenRecord>;
  /** Signs the target in with these rights only. */
  limited: (...rights: Right[]) => Promise<Caller>;
};

const USER_TOKEN_DAYS = 30;

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

function holder(name: string, record: TokenRecord): Caller {
  const kind = record.grant_type === 'password' ? 'user' : 'client';
  const { owner_id: id, client_id: clientId, scope: scopes } = record;
  return { name, headers: bearer(record.access_token), principal: { kind, id, clientId, scopes } };
}

/** Returns a person's token record with exactly these scopes. */
async function userToken(
  platform: TestPlatform,
  application: Application,
  person: { email: string; password: string },
  scope = 'application,user',
): Promise<TokenRecord> {
  const response = await signIn(platform, 'authorize', {
    response_type: 'password',
    scope,
    client_id: application.clientId,
    username: person.email,
    password: person.password,
  });
  return readJson<TokenRecord>(response);
}

/** Creates all parties that may call a route. */
export async function createParties(platform: TestPlatform, db: Db): Promise<Parties> {
  const { applications, makers, templates } = platform.server.features;
  await templates.import([panelTemplate], { areTrusted: false });
  const [own, other] = [await newApplication(platform), await newApplication(platform)];
  const linked = await newApplication(platform, { type: 'distributor' });
  const unlinked = await newApplication(platform, { type: 'distributor' });
  const managers = [
    await newApplication(platform, { type: 'manager' }),
    await newApplication(platform, { type: 'manager' }),
  ] as const;
  await makers.assign(panelTemplate.id, managers[0].clientId);
  await makers.assign(LAMP, managers[1].clientId);
  const links = [
    [linked.clientId, own.clientId],
    [unlinked.clientId, other.clientId],
  ] as const;
  for (const [distributor, application] of links) await applications.link(distributor, application);
  const target = await newPerson(platform, own);
  // These sign in first, because the time that makes their tokens expire must not pass for the others.
  const invalid = await callersWithInvalidTokens(platform, own, target);
  const stranger = await newPerson(platform, own);
  const device = await newDevice(platform, target.id);
  const otherDevice = await newDevice(platform, stranger.id);
  const otherPerson = await newPerson(platform, other);
  const client = async (name: string, application: Application, scope: string) =>
    holder(name, await clientToken(platform, application, scope));
  const callers: Caller[] = [
    ...(await unauthenticatedCallers()),
    ...(await operators(platform)),
    ...invalid,
    holder('the user', await userToken(platform, own, target)),
    holder('the user without the scope user', await userToken(platform, own, target, 'application')),
    holder('another user of the application', await userToken(platform, own, stranger)),
    holder('a user of another application', await userToken(platform, other, otherPerson)),
    await client('the application', own, 'application'),
    await client('the application without the scope application', own, 'user'),
    await client('another application', other, 'application,user'),
    await client('the application’s distributor', linked, 'distributor'),
    await client('the application’s distributor as an application', linked, 'application'),
    await client('the application’s distributor without either scope', linked, 'user'),
    await client('a distributor of another application', unlinked, 'distributor,application'),
    await client('the manager of a channel', managers[0], 'manager'),
    await client('another manager', managers[1], 'manager'),
    await client('the device of a channel', device, 'device'),
    await client('another device', otherDevice, 'device'),
  ];
  return {
    target: { id: target.id, clientId: own.clientId },
    channels: {
      device: { id: device.channelId, ownerId: device.clientId },
      manager: await channelOf(platform, db, managers[0].clientId, target.id),
      application: await channelOf(platform, db, own.clientId, target.id),
    },
    callers,
    links,
    application: own,
    validToken: keepAlive(platform, () => userToken(platform, own, target)),
    async limited(...rights) {
      const record = await userToken(platform, own, target);
      const { sign_in_id: signIn } = await db.read
        .selectFrom('access_tokens')
        .select('sign_in_id')
        .where('id', '=', record.id)
        .executeTakeFirstOrThrow();
      await platform.server.features.auth.limit(signIn, new Set(rights));
      return holder(`the user with ${rights.join(', ')}`, record);
    },
  };
}

/** Returns an owner of the portal with each of its credentials. None of them is one of the public API. */
async function operators(platform: TestPlatform): Promise<Caller[]> {
  const { cookie, accountId } = await visitPortal(platform);
  const scopes = [...portalScopes];
  const { tokens } = platform.server.features.portalAccounts;
  const { token } = await tokens.create(accountId, { name: 'matrix', scopes }, {});
  return [
    { name: 'an operator by the cookie', headers: { cookie }, refusal: 'token_required' },
    {
      name: 'an operator by the token in the cookie',
      headers: bearer(cookie.split('=')[1] ?? ''),
      refusal: 'invalid_token',
    },
    { name: 'an operator by an access token', headers: bearer(token), refusal: 'invalid_token' },
  ];
}

async function newDevice(platform: TestPlatform, userId: string) {
  const { devices } = platform.server.features;
  const { client, secret, channel } = await devices.create({ userId, templateId: panelTemplate.id });
  return { clientId: client.id, secret, channelId: channel.id };
}

/** Creates a channel as a manager does when it pairs a device, or an application for its user. */
async function channelOf(
  platform: TestPlatform,
  db: Db,
  creatorId: string,
  userId: string,
): Promise<TargetChannel> {
  const { homes } = platform.server.features;
  const place = await homes.find({ userId, templateId: panelTemplate.id });
  const { id } = await db.write((tx) => homes.place(tx, { ...place, name: 'Panel', creatorId }));
  return { id, ownerId: creatorId };
}

/** Signs in again only when the last token was revoked. */
function keepAlive(platform: TestPlatform, signInAgain: () => Promise<TokenRecord>) {
  let current: TokenRecord | undefined;
  return async (): Promise<TokenRecord> => {
    const isAlive = current && (await platform.request(current.href, { token: current.access_token })).ok;
    if (!current || !isAlive) current = await signInAgain();
    return current;
  };
}

async function unauthenticatedCallers(): Promise<Caller[]> {
  const unknown = newToken('aza');
  const last = unknown.endsWith('0') ? '1' : '0';
  return [
    { name: 'nobody', headers: {}, refusal: 'token_required' },
    { name: 'a malformed token', headers: bearer('x'), refusal: 'invalid_token' },
    { name: 'a mistyped token', headers: bearer(unknown.slice(0, -1) + last), refusal: 'invalid_token' },
    { name: 'another scheme', headers: { authorization: 'Basic YTpi' }, refusal: 'invalid_token' },
    { name: 'an unknown token', headers: bearer(unknown), refusal: 'invalid_token' },
    { name: 'a refresh token', headers: bearer(newToken('azr')), refusal: 'invalid_token' },
  ];
}

/** Returns callers with tokens of the application's users, each invalid for another reason. */
async function callersWithInvalidTokens(
  platform: TestPlatform,
  application: Application,
  person: { email: string; password: string },
): Promise<Caller[]> {
  const { users, applications } = platform.server.features;
  const expired = await userToken(platform, application, person);
  platform.clock.advance({ days: USER_TOKEN_DAYS });

  const revoked = await userToken(platform, application, person);
  const signOut = await platform.request(revoked.href, { method: 'DELETE', token: revoked.access_token });
  assert.equal(signOut.status, 200);

  const disabled = await newPerson(platform, application);
  await users.setState(disabled.id, 'inactive');

  const closed = await newApplication(platform);
  const orphan = await newPerson(platform, closed);
  const closedClient = await clientToken(platform, closed, 'application');
  await applications.setState(closed.clientId, 'disabled');

  const invalid = (name: string, token: string, refusal: ErrorName): Caller => ({
    name,
    headers: bearer(token),
    refusal,
  });
  return [
    invalid('an expired token', expired.access_token, 'expired_token'),
    invalid('a revoked token', revoked.access_token, 'revoked_token'),
    invalid('a disabled user', disabled.token, 'revoked_token'),
    invalid('a user of a disabled application', orphan.token, 'revoked_token'),
    invalid('a disabled application', closedClient.access_token, 'revoked_token'),
  ];
}
