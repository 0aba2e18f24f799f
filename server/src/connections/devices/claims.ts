import type { Audit } from '../../core/audit/index.ts';
import type { DomainEventBus } from '../../core/domain-events/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates, VersionedTemplate } from '../../devices/templates/index.ts';
import type { Homes } from '../../home/home-devices/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SharedWindows } from '../../platform/shared-windows.ts';
import { createSignInLimits, type SignInLimitSettings } from '../../platform/sign-in-limits.ts';
import { hashOfClaimCode } from './claim-code.ts';
import type { Consents } from './grants.ts';
import { claimedChannels, findClaimable, hasUser } from './read-models/claimable-device.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  bus: DomainEventBus;
  channels: Channels;
  templates: Templates;
  homes: Homes;
  limits: SignInLimitSettings;
  strictWindows: SharedWindows;
  consents: Pick<Consents, 'granted'>;
};

/** A person who types or scans a code. */
export type Claimant = { id: string; clientId: string; address: string };

export type ClaimedDevice = { id: string; name: string; channels: { id: string; name: string }[] };

/**
 * Lets people add the devices whose claim codes they hold. A code works once. All codes that do not work get
 * the same error, and failures are limited by account and network like those of sign-ins.
 */
export function createClaims(dependencies: Dependencies) {
  const { db, clock, audit, bus, homes } = dependencies;
  const strict = { windows: dependencies.strictWindows, as: 'claim' };
  const limits = createSignInLimits({
    clock,
    strict,
    settings: dependencies.limits,
    isKnown: async () => false,
  });
  const findTemplates = createFindTemplates(dependencies);
  const claim = createClaim(dependencies);

  return {
    /** Throws `wrong_claim_code`, `quota_exceeded`, and 429 after too many failures. */
    async use(user: Claimant, code: string): Promise<ClaimedDevice> {
      // Comes before the code, so that the error says nothing about it.
      await homes.requireRoom(db.read, user.id, 1);
      const { id, address } = user;
      const allowance = await limits.allowanceOf({ account: id, ownerId: undefined, address });
      allowance.require();
      const hash = hashOfClaimCode(code);
      const known = await findTemplates(user, hash);
      const device = await db.write((tx) => claim(tx, user, { hash, known }));
      if (!device) {
        allowance.failed();
        audit.refused({ action: 'refused.device.claim', actorId: id, address });
        throw new ApiError('wrong_claim_code');
      }
      allowance.succeeded();
      for (const { id: channelId } of device.channels)
        bus.emit('grantCreated', {
          by: device.id,
          channelId,
          role: 'user',
          granteeId: id,
          requestingClientId: user.clientId,
          requesters: await dependencies.consents.granted(device.id, 'user', id),
        });
      return device;
    },
  };
}

type TemplateRef = { readonly templateId: string; readonly templateVersion: number };

const keyOf = ({ templateId, templateVersion }: TemplateRef) => `${templateId}@${templateVersion}`;

type KnownTemplates = ReadonlyMap<string, VersionedTemplate>;

/** Returns a function that reads the templates of the device that has the code, before the write. */
const createFindTemplates =
  ({ db, clock, templates }: Dependencies) =>
  async ({ clientId: applicationId }: Claimant, hash: string): Promise<KnownTemplates> => {
    const known = new Map<string, VersionedTemplate>();
    const device = await findClaimable(db.read, { hash, applicationId, now: clock.now() });
    for (const ref of device ? await claimedChannels(db.read, device.id) : [])
      if (!known.has(keyOf(ref)))
        known.set(keyOf(ref), await templates.get(ref.templateId, ref.templateVersion));
    return known;
  };

/** Returns a function that uses up a code and adds the device; undefined when the code does not work. */
function createClaim({ clock, audit, channels, homes }: Dependencies) {
  return async (
    tx: Transaction,
    user: Claimant,
    { hash, known }: { hash: string; known: KnownTemplates },
  ): Promise<ClaimedDevice | undefined> => {
    const now = clock.now();
    const { id: userId, clientId: applicationId, address } = user;
    const device = await findClaimable(tx, { hash, applicationId, now });
    if (!device || (await hasUser(tx, device.id, now))) return undefined;
    const used = await tx
      .updateTable('devices')
      .set({ claim_hash: null, claim_expires: null, claimed: now, application_id: applicationId })
      .where('client_id', '=', device.id)
      .where('claim_hash', '=', hash)
      .returning('client_id')
      .executeTakeFirst();
    if (!used) return undefined;
    const made = await claimedChannels(tx, device.id);
    for (const { id, name, templateId, templateVersion, revision } of made) {
      const channel = { id, name, templateId, templateVersion, revision, isContext: false };
      const template = known.get(keyOf(channel));
      // The device got another template since it was read. Nothing is stored, and the code still works.
      if (!template) throw new ApiError('unavailable');
      await channels.grant(tx, id, { id: applicationId, role: 'application', through: applicationId });
      await homes.admit(tx, user, channel, template);
    }
    await homes.requireRoom(tx, userId);
    await audit.record(tx, { action: 'device.claim', actorId: userId, targetId: device.id, address });
    return { id: device.id, name: device.name, channels: made.map(({ id, name }) => ({ id, name })) };
  };
}

export type Claims = ReturnType<typeof createClaims>;
