import type { ChannelAccess, Owner } from '../../core/access/index.ts';
import type { Audit } from '../../core/audit/index.ts';
import type { DomainEventBus, DomainEvents } from '../../core/domain-events/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Homes } from '../../home/home-devices/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import type { User, Users } from '../../identity/users/index.ts';
import { ApiError } from '../../platform/api-error.ts';

/**
 * `granteeId` is the id of the application or user; `requestingId` is the application that asked for the
 * grant.
 */
export type NewGrant = {
  role: 'application' | 'user';
  granteeId: string;
  requestingId: string | undefined;
};

type Dependencies = {
  db: Db;
  audit: Audit;
  applications: Applications;
  users: Users;
  channels: Channels;
  homes: Homes;
  consents: Consents;
  bus: DomainEventBus;
};

/** When the person consented, or that no consent is needed again after the person removed the channel. */
type Consent = number | 'standing';

/** The consents by which people let managers and devices add channels to their homes. */
export type Consents = {
  find(owner: Owner | undefined, user: User, channel: ChannelAccess): Promise<Consent | undefined>;
  allowsApplication(
    owner: Owner | undefined,
    applicationId: string,
    channel: ChannelAccess,
  ): Promise<boolean>;
  use(tx: Transaction, userId: string, channelId: string, consented: number): Promise<boolean>;
  /**
   * Notes that the owner granted. Returns the accounts that asked for it and wait; undefined when the owner has
   * confirmed it to them before.
   */
  granted(
    ownerId: string,
    role: NewGrant['role'],
    granteeId: string,
  ): Promise<DomainEvents['grantCreated']['requesters']>;
};

export type Grants = ReturnType<typeof createGrants>;

/** Lets the owner of a channel grant it (manager-sdk 2.1): first to an application, then to its users. */
export function createGrants(dependencies: Dependencies) {
  const { db, audit, applications, users, channels, homes, consents, bus } = dependencies;

  async function toApplication(channel: ChannelAccess, id: string): Promise<string> {
    const [targetId, client] = [channel.channelId, await applications.findById(id)];
    if (client?.kind !== 'application') throw refusal('This application does not exist.');
    await requireConsent(consents, channel, id);
    await db.write(async (tx) => {
      const isNew = await channels.grant(tx, targetId, { id, role: 'application', through: id });
      if (isNew) await audit.record(tx, { action: 'grant.application', actorId: id, targetId });
    });
    return id;
  }

  async function toUser(
    channel: ChannelAccess,
    id: string,
    requestingId: string | undefined,
  ): Promise<string> {
    const { channelId, applications: granted } = channel;
    const user = await users.find(id);
    // A wrong application gets the same error, so that it finds no users of others.
    if (!user || (requestingId ?? user.clientId) !== user.clientId)
      throw refusal('The application does not have this user.');
    if (!granted.includes(user.clientId))
      throw refusal('The application of this user has no grant on the channel.');
    if (channel.users.some((each) => each.id === user.id)) return user.clientId;
    const consented = await consentOf(consents, channel, user);
    const found = await channels.find(channelId);
    if (!found) throw new ApiError('not_found');
    await db.write(async (tx) => {
      // When two grants race, the second one finds the first one here.
      if (!(await homes.admit(tx, user, found.channel, found.template))) return;
      await homes.requireRoom(tx, user.id);
      if (consented !== 'standing' && !(await consents.use(tx, user.id, channelId, consented)))
        throw refusal('The person did not ask for this device again.');
      await audit.record(tx, { action: 'grant.user', actorId: id, targetId: channelId });
    });
    return user.clientId;
  }

  return {
    /**
     * Grants a channel; `by` is its owner. Granting again changes nothing. Throws `not_granted` naming what
     * is missing.
     */
    async create(by: string, channel: ChannelAccess, grant: NewGrant): Promise<void> {
      const { role, granteeId, requestingId } = grant;
      const requestingClientId =
        role === 'application'
          ? await toApplication(channel, granteeId)
          : await toUser(channel, granteeId, requestingId);
      const { channelId } = channel;
      const requesters = await consents.granted(by, role, granteeId);
      bus.emit('grantCreated', { by, channelId, role, granteeId, requestingClientId, requesters });
    },
  };
}

/** Throws `not_granted` when the channel's owner may not grant it to the application now. */
async function requireConsent(consents: Consents, channel: ChannelAccess, applicationId: string) {
  if (channel.applications.includes(applicationId)) return;
  if (!(await consents.allowsApplication(channel.owner, applicationId, channel)))
    throw refusal(missingOf(channel.owner).application);
}

/** Returns the consent of the person to the channel's owner. Throws `not_granted` without one. */
async function consentOf(consents: Consents, channel: ChannelAccess, user: User): Promise<Consent> {
  const consent = await consents.find(channel.owner, user, channel);
  if (consent === undefined) throw refusal(missingOf(channel.owner).user);
  return consent;
}

/** Returns what is missing when the owner may not grant a channel to an application or a user. */
function missingOf(owner: Owner | undefined): { application: string; user: string } {
  if (owner?.kind === 'manager')
    return {
      application: 'No one is adding devices of this kind through this application.',
      user: 'The person did not ask for devices of this kind from this manager.',
    };
  if (owner?.kind === 'application')
    return {
      application: 'An application grants its own channels only to itself and its users.',
      user: 'An application grants its own channels only to itself and its users.',
    };
  return {
    application:
      'No one requested a grant from this device through this application in the last two minutes.',
    user: 'The person did not ask this device for a grant in the last two minutes.',
  };
}

const refusal = (detail: string): ApiError => new ApiError('not_granted', { detail });
