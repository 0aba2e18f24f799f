import type { Home, InputOf, resources } from '@azulejo/contract';
import { type Handlers, HOME_PREFIX } from '../../core/access/index.ts';
import type { Db } from '../../database/index.ts';
import {
  type HomeRecord,
  type HomeRecords,
  type HomeSettings,
  raiseHomeRevision,
} from '../../identity/homes/index.ts';
import type { Users } from '../../identity/users/index.ts';
import { ApiError, checkAll, invalidField } from '../../platform/api-error.ts';
import { PRIVATE } from '../../platform/http/replies.ts';
import { requireMatch } from '../../platform/http/send-reply.ts';
import { revisionOf } from '../../platform/revision.ts';
import { checkHomeZone, checkTariff } from '../preferences/index.ts';

type Dependencies = { db: Db; homeRecords: HomeRecords; users: Pick<Users, 'find'> };

/** What JSON of one home may have at most: as much as the preferences of a person. */
const MAX_KB = 16;

export function homeHandlers({ db, homeRecords, users }: Dependencies): Handlers<typeof resources.homes> {
  const ownerOf = async ({ ownerId }: Pick<HomeRecord, 'ownerId'>) => {
    const owner = await users.find(ownerId);
    if (!owner) throw new ApiError('not_found');
    return { id: owner.id, name: owner.name };
  };

  async function reply(home: HomeRecord | undefined, homeRevision: number) {
    if (!home) throw new ApiError('not_found');
    const body = toWire(home, await ownerOf(home));
    return { body, revision: revisionOf(homeRevision, body), cacheControl: PRIVATE };
  }

  return {
    list: async ({ context }) => {
      const own = await homeRecords.ownOf(context.subject.id);
      if (!own) throw new ApiError('not_found');
      const { id, name, owner } = toWire(own, await ownerOf(own));
      const entry = { id, ...(name !== undefined && { name }), owner, role: 'owner' as const };
      return { body: { elements: [entry] }, cacheControl: PRIVATE };
    },
    get: async ({ context: { home } }) => reply(await homeRecords.find(home.id), home.revision),
    update: async ({ input, context: { home }, request }) => {
      const changes = changesIn(input);
      const current = await reply(await homeRecords.find(home.id), home.revision);
      requireMatch(request, current.revision);
      const changed = await db.write(async (tx) => {
        // Automations are compiled for the time zone of the home.
        if (changes.timeZone !== undefined) await raiseHomeRevision(tx, home.id);
        await homeRecords.changeIn(tx, home.id, changes);
        return homeRecords.findIn(tx, home.id);
      });
      return reply(changed, home.revision + (changes.timeZone === undefined ? 0 : 1));
    },
  };
}

type Changes = InputOf<typeof resources.homes.update>;

/** Returns the settings that the members change. Throws `invalid_request` naming the members, or `quota_exceeded`. */
function changesIn({ name, timezone, tariff, lamp_groups, tile_icons }: Changes): Partial<HomeSettings> {
  checkAll(
    () => {
      if (typeof name === 'string' && name.trim() === '') throw invalidField('name', 'must not be blank');
    },
    () => checkHomeZone(timezone, 'timezone'),
    () => checkTariff(tariff),
  );
  if (Buffer.byteLength(JSON.stringify([tariff, lamp_groups, tile_icons])) > MAX_KB * 1024)
    throw new ApiError('quota_exceeded', { detail: `A home may have at most ${MAX_KB} KB of settings.` });
  const given = {
    name: typeof name === 'string' ? name.trim() : name,
    timeZone: timezone,
    tariff: tariff && withoutNull(tariff),
    lampGroups: lamp_groups,
    tileIcons: tile_icons,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** A second rate that is null is none, as in the preferences. */
const withoutNull = ({ second, ...tariff }: NonNullable<Changes['tariff']>) => ({
  ...tariff,
  ...(second && { second }),
});

function toWire(
  { id, name, timeZone, tariff, lampGroups, tileIcons }: HomeRecord,
  owner: Home['owner'],
): Home {
  const settings = { timezone: timeZone, tariff, lamp_groups: lampGroups, tile_icons: tileIcons };
  const chosen = Object.entries(settings).filter(([, value]) => value !== null);
  return { id: `${HOME_PREFIX}${id}`, ...(name !== null && { name }), owner, ...Object.fromEntries(chosen) };
}
