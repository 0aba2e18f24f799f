import type { TemplateMovePlan } from '@azulejo/contract';
import {
  changesOfPlaces,
  createMoveChannels,
  type TemplateChange,
  valuePlacesOf,
} from '../../connections/devices/index.ts';
import { restartDevices } from '../../connections/virtual-devices/index.ts';
import type { Audit, By } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import { requireNewest, type Templates, type VersionedTemplate } from '../../devices/templates/index.ts';
import { matchTiles, type Tiles } from '../../home/tiles/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ValuePlace } from '../../telemetry/values/index.ts';
import { countChannels, findChannels } from './read-models/channels-of-version.ts';
import type { TemplateUsage } from './read-models/template-usage.ts';

/**
 * Number of channels per transaction: some tens of milliseconds of writing, so that other writers hardly
 * wait.
 */
const CHANNELS_BATCH_SIZE = 50;
/** Homes per transaction: each has tiles to change. One channel may have a few hundred. */
const HOLDERS_BATCH_SIZE = 200;

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  templates: Templates;
  usage: TemplateUsage;
  tiles: Tiles;
};

type Move = { templateId: string; from: number; to: number };

export type TemplateMoves = ReturnType<typeof createTemplateMoves>;

/** Moves channels from an earlier version of their template to the newest one. */
export function createTemplateMoves({ db, clock, audit, templates, usage, tiles }: Dependencies) {
  const moveChannels = createMoveChannels({ clock, tiles });
  return {
    /** Returns what a move would change. Throws `not_found`. */
    async plan(templateId: string, from: number): Promise<TemplateMovePlan> {
      const versions = await usage.versions(templateId);
      const channels = versions.find(({ version }) => version === from)?.channels ?? 0;
      const newest = await templates.find(templateId);
      const earlier = newest.version === from ? newest : await templates.get(templateId, from);
      return { channels, ...changesOf({ earlier, newest }) };
    },

    /**
     * Moves one batch; callers repeat it until none remain. Throws `not_found`, or `precondition_failed` when
     * `to` is not the newest version.
     */
    async step(move: Move, by: By): Promise<{ moved: number; remaining: number }> {
      const { templateId, from, to } = move;
      if (from === to) return { moved: 0, remaining: 0 };
      const earlier = await templates.get(templateId, from);
      const newest = await templates.get(templateId, to);
      const moved = await db.write(async (tx) => {
        await requireNewest(tx, templateId, to);
        const channels = await findChannels(tx, move, {
          channels: CHANNELS_BATCH_SIZE,
          holders: HOLDERS_BATCH_SIZE,
        });
        if (channels.length > 0) {
          await moveChannels(tx, channels, { earlier, newest });
          await restartDevices(
            tx,
            channels.map(({ id }) => id),
            clock.now(),
          );
          await audit.record(tx, {
            ...by,
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
}

function changesOf({ earlier, newest }: TemplateChange): Omit<TemplateMovePlan, 'channels'> {
  const [before, after] = [valuePlacesOf(earlier), valuePlacesOf(newest)];
  const { lost, added } = changesOfPlaces({ earlier, newest });
  const nameOf = ({ component, property }: ValuePlace) => `${component}/${property}`;
  const matches = matchTiles(earlier.tiles, newest.tiles);
  const label = (tile: VersionedTemplate['tiles'][number]) => tile.label ?? tile.components.join(', ');
  return {
    from_version: earlier.version,
    to_version: newest.version,
    lost_properties: lost.map(nameOf),
    new_properties: added.map(nameOf),
    changed_schemas: [...before].flatMap(([name, { values }]) =>
      values === (after.get(name)?.values ?? values) ? [] : [name],
    ),
    lost_tiles: earlier.tiles.filter((_tile, index) => matches[index] === undefined).map(label),
    new_tiles: newest.tiles.filter((_tile, index) => !matches.includes(index)).map(label),
  };
}
