import type { TemplateMovePlan } from '@azulejo/contract';
import { propertiesOfType } from '@azulejo/model';
import { restartDevices } from '../../connections/virtual-devices/index.ts';
import type { Audit } from '../../core/audit/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import { setTemplateVersion } from '../../devices/channels/index.ts';
import {
  type Author,
  requireNewest,
  type Templates,
  type VersionedTemplate,
} from '../../devices/templates/index.ts';
import { matchTiles, raiseHomeRevision, type Tiles } from '../../home/tiles/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { forgetValues } from '../../state/values/index.ts';
import {
  countChannels,
  type FoundChannel,
  findChannels,
  findHolders,
} from './read-models/channels-of-version.ts';
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
        const channels = await findChannels(tx, move, CHANNELS_BATCH_SIZE);
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
      return { moved, remaining: await countChannels(db, move) };
    },
  };

  async function moveChannels(
    tx: Transaction,
    channels: readonly FoundChannel[],
    { earlier, newest }: Versions,
  ): Promise<void> {
    const ids = channels.map(({ id }) => id);
    const holders = await findHolders(tx, ids);
    for (const userId of new Set(holders.map((holder) => holder.userId))) await raiseHomeRevision(tx, userId);
    const matches = matchTiles(earlier.tiles, newest.tiles);
    await tiles.carryOver(tx, ids, matches);
    const now = clock.now();
    await setTemplateVersion(tx, ids, newest.version, now);
    await restartDevices(tx, ids, now);
    await forgetLost(tx, ids, { earlier, newest });
    await addTiles(tx, tiles, channels, holders, { newest, matches });
  }
}

/** Adds the tiles that the earlier version did not have, for all users of the channels. */
async function addTiles(
  tx: Transaction,
  tiles: Tiles,
  channels: readonly FoundChannel[],
  holders: readonly { userId: string; channelId: string }[],
  { newest, matches }: { newest: VersionedTemplate; matches: readonly (number | undefined)[] },
): Promise<void> {
  const added = new Set(newest.tiles.keys().filter((index) => !matches.includes(index)));
  if (added.size === 0) return;
  const byId = new Map(channels.map((channel) => [channel.id, channel]));
  for (const { userId, channelId } of holders) {
    const channel = byId.get(channelId);
    if (channel) await tiles.addForChannel(tx, { userId }, channel, newest, added);
  }
}

/** Deletes last values that nothing shows any more; the history still has them. */
async function forgetLost(
  tx: Transaction,
  channelIds: readonly string[],
  { earlier, newest }: Versions,
): Promise<void> {
  const kept = slotsOf(newest);
  for (const [name, { component, property }] of slotsOf(earlier))
    if (!kept.has(name)) await forgetValues(tx, channelIds, { component, property });
}

type Slot = { component: string; property: string; values: string };

/** Returns every property of every component, with the values that it takes. */
function slotsOf({ components, properties }: VersionedTemplate): Map<string, Slot> {
  return new Map(
    components.flatMap(({ id, type }) =>
      propertiesOfType(properties, type).map((property): [string, Slot] => {
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
