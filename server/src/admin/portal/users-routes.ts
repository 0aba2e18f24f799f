import {
  type PortalUser,
  type PortalUserAutomation,
  type PortalUserDetails,
  type PortalUserSession,
  type portalResources,
  toTimestamp,
} from '@azulejo/contract';
import type { Automations, DescribeAutomations } from '../../automation/definitions/index.ts';
import type { Audit } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import type { Channels, ChannelUrls } from '../../devices/channels/index.ts';
import type { Preferences } from '../../home/preferences/index.ts';
import type { TileGroups, Tiles } from '../../home/tiles/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import type { User, Users } from '../../identity/users/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { mapInTurns } from '../../platform/short-turns.ts';
import type { Auth } from '../../sign-in/auth/index.ts';
import type { PasswordReset } from '../../sign-in/password-reset/index.ts';
import type { Values } from '../../telemetry/values/index.ts';
import { actorOf, type PortalHandlers } from '../portal-accounts/index.ts';
import type { UserData } from '../user-data/index.ts';
import { createUserHome } from './read-models/user-home.ts';

type Dependencies = {
  db: Db;
  automations: Automations;
  describeAutomations: DescribeAutomations;
  audit: Audit;
  applications: Applications;
  users: Users;
  auth: Auth;
  passwordReset: PasswordReset;
  preferences: Preferences;
  userData: UserData;
  channels: Channels;
  tiles: Tiles;
  tileGroups: TileGroups;
  values: Values;
  urls: ChannelUrls;
};

const DEFAULT_LIMIT = 50;

export function applicationUserHandlers(
  dependencies: Dependencies,
): PortalHandlers<typeof portalResources.users> {
  const { db, audit, applications, users, passwordReset } = dependencies;
  const userHome = createUserHome(dependencies);
  const details = createDetails(dependencies);
  return {
    ...sessionHandlers(dependencies),
    ...dataHandlers(dependencies),
    list: async ({ input }) => {
      const { application_id: clientId, state, search, after, limit = DEFAULT_LIMIT } = input;
      const { found, next } = await users.search({ clientId, state, search, after, limit });
      const byId = new Map((await applications.list()).map((client) => [client.id, client]));
      const shown = found.map(({ user, lastSeen }) => toWire(user, byId.get(user.clientId), lastSeen));
      return { body: { users: shown, next: next ?? null } };
    },
    get: async ({ input }) => ({ body: await details(input.user_id) }),
    automations: async ({ input }) => ({ body: { automations: await listAutomations(dependencies, input) } }),
    setState: async ({ input, context }) => {
      const { state } = await users.get(input.user_id);
      if (state !== input.state) await users.setState(input.user_id, input.state, actorOf(context));
      return { body: await details(input.user_id) };
    },
    resetLink: async ({ input, context }) => {
      const { id, state } = await users.get(input.user_id);
      if (state !== 'active')
        throw new ApiError('invalid_request', { detail: 'The user is disabled: enable the user first.' });
      return { body: { link: await passwordReset.makeLink(id, actorOf(context)) } };
    },
    home: async ({ input, context }) => {
      const { id } = await users.get(input.user_id);
      await db.write((tx) => audit.record(tx, { ...actorOf(context), action: 'user.home', targetId: id }));
      return { body: await userHome(id) };
    },
  };
}

type Resource = typeof portalResources.users;

/**
 * Lists the automations of a user with their health, but not what they do. Those of a disabled user do not run,
 * and only the homes of active users are known. Throws `not_found`.
 */
async function listAutomations(
  { users, automations, describeAutomations }: Dependencies,
  { user_id, language }: { user_id: string; language?: string },
): Promise<PortalUserAutomation[]> {
  const { id, state } = await users.get(user_id);
  const stored = await automations.list(id);
  const described = state === 'active' ? await describeAutomations(id, language) : undefined;
  return mapInTurns(stored, (each) => {
    const judged = described?.automation(each);
    return {
      id: each.id,
      name: each.definition.label,
      health: judged?.health ?? (each.stopped ? 'stopped' : 'off'),
      // Several parts of an automation can have the same problem.
      problems: [...new Set(judged?.problems.map(({ text }) => text))],
      stopped: each.stopped ?? null,
      last_run: each.lastRun === undefined ? null : toTimestamp(each.lastRun),
      next: judged?.next ?? null,
    };
  });
}

/** Lists and ends the sessions of a user. */
function sessionHandlers({
  users,
  auth,
}: Dependencies): Pick<PortalHandlers<Resource>, 'sessions' | 'endSession' | 'endSessions'> {
  return {
    sessions: async ({ input }) => {
      const { id } = await users.get(input.user_id);
      const { sessions, total } = await auth.sessions.list(id);
      return { body: { sessions: sessions.map(toWireSession), total } };
    },
    endSession: async ({ input, context }) => {
      await auth.sessions.end(input.user_id, input.session_id, actorOf(context));
      return { body: {} };
    },
    endSessions: async ({ input, context }) => {
      const { id } = await users.get(input.user_id);
      return { body: { ended: await auth.sessions.endAll(id, actorOf(context)) } };
    },
  };
}

/** Exports and removes the data of a user. */
function dataHandlers({
  users,
  auth,
  userData,
}: Dependencies): Pick<PortalHandlers<Resource>, 'export' | 'removal' | 'remove'> {
  return {
    export: async ({ input, context }) => {
      const stream = await userData.export(input.user_id, actorOf(context));
      const name = `user-${input.user_id}.json`;
      return {
        stream,
        contentType: 'application/json; charset=utf-8',
        headers: { 'Content-Disposition': `attachment; filename="${name}"` },
      };
    },
    removal: async ({ input }) => {
      const user = await users.get(input.user_id);
      const { channels, ownChannels, tiles, places, uploads } = await userData.count(user);
      const { total } = await auth.sessions.list(user.id);
      return {
        body: {
          channels: ownChannels,
          shared_channels: channels - ownChannels,
          tiles,
          places,
          uploads,
          sessions: total,
        },
      };
    },
    remove: async ({ input, context }) => ({
      body: { done: await userData.remove(input.user_id, input.email, actorOf(context)) },
    }),
  };
}

function createDetails({ applications, users, preferences, userData }: Dependencies) {
  return async function details(userId: string): Promise<PortalUserDetails> {
    const user = await users.get(userId);
    const client = await applications.findById(user.clientId);
    const { channels, tiles, groups, places, services } = await userData.count(user);
    const stored = await preferences.of(userId);
    return {
      ...toWire(user, client, await users.lastSeen(userId)),
      state_since: toTimestamp(user.state === 'active' ? user.activeAt : user.inactiveAt),
      preferences: stored.modern,
      counts: { channels, tiles, groups, places, services },
    };
  };
}

const toWire = (
  user: User,
  application: { name: string; namespace: string } | undefined,
  lastSeen: number | undefined,
): PortalUser => ({
  id: user.id,
  email: user.email,
  name: user.name,
  photo_url: user.photo ?? null,
  state: user.state,
  namespace: user.namespace,
  application: {
    id: user.clientId,
    name: application?.name ?? user.clientId,
    namespace: application?.namespace ?? '',
  },
  created: toTimestamp(user.created),
  updated: toTimestamp(user.updated),
  last_seen: lastSeen === undefined ? null : toTimestamp(lastSeen),
});

const toWireSession = (
  session: Awaited<ReturnType<Auth['sessions']['list']>>['sessions'][number],
): PortalUserSession => ({
  id: session.id,
  type: session.type,
  address: session.address ?? null,
  created: toTimestamp(session.created),
  last_used: toTimestamp(session.lastUsed),
  shared: session.shared ? { address: session.shared.address, at: toTimestamp(session.shared.at) } : null,
  expires: toTimestamp(session.expires),
});
