import type { TemplateMovePlan } from '@azulejo/contract';
import type { Audit } from '../../core/audit/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import {
  type Author,
  requireNewest,
  type Templates,
  type VersionedTemplate,
} from '../../devices/templates/index.ts';
import { matchTiles, raiseHomeRevision, type Tiles } from '../../home/tiles/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { TemplateUsage } from './read-models/template-usage.ts';

/**
 * Number of channels per transaction: some tens of milliseconds of writing, so that other writers hardly
 * wait.
 */
const CHANNELS_BATCH_SIZE = 50;

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  templates: Templates;
  usage: TemplateUsage;
  tiles: Tiles;
};

type Move = { templateId: string; from: number; to: number };
type Versions = { earlier: VersionedTemplate; newest: VersionedTemplate };

export type TemplateMoves = ReturnType<typeof createTemplateMoves>;

/** Moves channels from an earlier version of their template to the newest one. */
export function createTemplateMoves({ db, clock, audit, templates, usage, tiles }: Dependencies) {
  return {
    /** Returns what a move would change. Throws `not_found`. */
    async plan(templateId: string, from: number): Promise<TemplateMovePlan> {
      const versions = await usage.versions(templateId);
      const channels = versions.find(({ version }) => version === from)?.channels ?? 0;
      const earlier = await templates.get(templateId, from);
      const newest = await templates.getLatest(templateId);
      return { channels, ...changesOf({ earlier, newest }) };
    },

    /**
     * Moves one batch; callers repeat it until none remain. Throws `not_found`, or `precondition_failed` when
     * `to` is not the newest version.
     */
    async step(move: Move, author: Author): Promise<{ moved: number; remaining: number }> {
      const { templateId, from, to } = move;
      if (from === to) return { moved: 0, remaining: 0 };
      const earlier = await templates.get(templateId, from);
      const newest = await templates.get(templateId, to);
      const moved = await db.write(async (tx) => {
        await requireNewest(tx, templateId, to);
        const channels = await channelsOf(tx, move);
        if (channels.length > 0) {
          await moveChannels(tx, channels, { earlier, newest });
          await audit.record(tx, {
            ...author,
            action: 'template.move',
            targetId: templateId,
            detail: `${channels.length} devices from version ${from} to ${to}`,
          });
        }
        return channels.length;
      });
      return { moved, remaining: await countOf(db, move) };
    },
  };

  async function moveChannels(
    tx: Transaction,
    channels: readonly Channel[],
    { earlier, newest }: Versions,
  ): Promise<void> {
    const ids = channels.map(({ id }) => id);
    const holders = await tx
      .selectFrom('grants')
      .select(['grantee_id as userId', 'channel_id as channelId'])
      .where('channel_id', 'in', ids)
      .where('role', '=', 'user')
      .orderBy('grantee_id')
      .execute();
    for (const userId of new Set(holders.map((holder) => holder.userId))) await raiseHomeRevision(tx, userId);
    const matches = matchTiles(earlier.tiles, newest.tiles);
    await tiles.carryOver(tx, ids, matches);
    const now = clock.now();
    await tx
      .updateTable('channels')
      .set((eb) => ({ template_version: newest.version, updated: now, revision: eb('revision', '+', 1) }))
      .where('id', 'in', ids)
      .execute();
    // This makes the simulator restart the devices with the new template.
    await tx
      .updateTable('virtual_devices')
      .set((eb) => ({
        updated: eb
          .case()
          .when('updated', '>=', now)
          .then(eb('updated', '+', 1))
          .else(now)
          .end(),
      }))
      .where('channel_id', 'in', ids)
      .execute();
    await forgetLost(tx, ids, { earlier, newest });
    const added = new Set(newest.tiles.keys().filter((index) => !matches.includes(index)));
    if (added.size === 0) return;
    const byId = new Map(channels.map((channel) => [channel.id, channel]));
    for (const { userId, channelId } of holders) {
      const channel = byId.get(channelId);
      if (channel) await tiles.addForChannel(tx, { userId }, channel, newest, added);
    }
  }
}

type Channel = { id: string; name: string };

const channelsOf = (tx: Transaction, { templateId, from }: Move): Promise<Channel[]> =>
  tx
    .selectFrom('channels')
    .select(['id', 'name'])
    .where('template_id', '=', templateId)
    .where('template_version', '=', from)
    .orderBy('id')
    .limit(CHANNELS_BATCH_SIZE)
    .execute();

async function countOf(db: Db, { templateId, from }: Move): Promise<number> {
  const { count } = await db.scan
    .selectFrom('channels')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('template_id', '=', templateId)
    .where('template_version', '=', from)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes last values that nothing shows any more; the history still has them. */
async function forgetLost(
  tx: Transaction,
  channelIds: readonly string[],
  { earlier, newest }: Versions,
): Promise<void> {
  const kept = slotsOf(newest);
  for (const [name, { component, property }] of slotsOf(earlier))
    if (!kept.has(name))
      await tx
        .deleteFrom('property_values')
        .where('channel_id', 'in', channelIds)
        .where('component_id', '=', component)
        .where('property_id', '=', property)
        .execute();
}

type Slot = { component: string; property: string; values: string };

/** Returns every property of every component, with the values that it takes. */
function slotsOf({ components, properties }: VersionedTemplate): Map<string, Slot> {
  return new Map(
    components.flatMap(({ id, type }) =>
      properties
        .filter((property) => property.components.includes(type))
        .map((property): [string, Slot] => {
          const values = JSON.stringify([property.schema, property.schemaExtension]);
          return [`${id}/${property.id}`, { component: id, property: property.id, values }];
        }),
    ),
  );
}

function changesOf({ earlier, newest }: Versions): Omit<TemplateMovePlan, 'channels'> {
  const [before, after] = [slotsOf(earlier), slotsOf(newest)];
  const matches = matchTiles(earlier.tiles, newest.tiles);
  const label = (tile: VersionedTemplate['tiles'][number]) => tile.label ?? tile.components.join(', ');
  return {
    from_version: earlier.version,
    to_version: newest.version,
    lost_properties: [...before.keys()].filter((name) => !after.has(name)),
    new_properties: [...after.keys()].filter((name) => !before.has(name)),
    changed_schemas: [...before].flatMap(([name, { values }]) =>
      values === (after.get(name)?.values ?? values) ? [] : [name],
    ),
    lost_tiles: earlier.tiles.filter((_tile, index) => matches[index] === undefined).map(label),
    new_tiles: newest.tiles.filter((_tile, index) => !matches.includes(index)).map(label),
  };
}
