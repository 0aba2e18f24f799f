import { errorCodes } from '@azulejo/model';
import { AzulejoError, type Client } from '@azulejo/sdk';
import { plural, t } from '@lingui/core/macro';
import { areasOf } from './areas.ts';

/** A device that was found, with its name and the name of an existing or new area. */
export type Chosen = { readonly id: string; readonly name: string; readonly area: string };

export type Progress = { readonly text: string; readonly part: number };

export type Added = {
  readonly ids: readonly string[];
  /** The devices had been added before, so nothing changed. */
  readonly wereThere: boolean;
  /** Why some devices are not in their area; the devices were added nevertheless. */
  readonly unplaced?: unknown;
};

/** Adds devices and puts their tiles into their areas. Throws the platform's first refusal. */
export async function addFound(
  client: Client,
  templateId: string,
  chosen: readonly Chosen[],
  onProgress: (progress: Progress) => void,
): Promise<Added> {
  onProgress({
    text: plural(chosen.length, { one: 'Adding the device', other: 'Adding # devices' }),
    part: 0.1,
  });
  const ids = chosen.map(({ id }) => id);
  try {
    const channels = chosen.map(({ id, name }) => ({ id, content: name }));
    await client.pairing.add({ user_id: 'me', profile: templateId, channels });
  } catch (error) {
    if (error instanceof AzulejoError && error.code === errorCodes.alreadyThere)
      return { ids, wereThere: true };
    throw error;
  }
  try {
    await place(client, chosen, onProgress);
    return { ids, wereThere: false };
  } catch (unplaced) {
    return { ids, wereThere: false, unplaced };
  }
}

async function place(
  client: Client,
  chosen: readonly Chosen[],
  onProgress: (progress: Progress) => void,
): Promise<void> {
  const { tileGroups } = await client.tileGroups.list({ user_id: 'me', include: 'unsorted' });
  const areas = new Map(areasOf(tileGroups).map(({ id, label }) => [label, id]));
  const { tiles } = await client.tiles.list({ user_id: 'me' });
  for (const [index, { id, area }] of chosen.entries()) {
    onProgress({
      text: t`Placing ${index + 1} of ${chosen.length}`,
      part: 0.4 + (0.6 * index) / chosen.length,
    });
    const areaId = areas.get(area) ?? (await client.tileGroups.create({ user_id: 'me', label: area })).id;
    areas.set(area, areaId);
    for (const tile of tiles.filter(({ channel }) => channel === id))
      if (!tile.groups.includes(areaId))
        await client.tiles.update({ user_id: 'me', tile_id: tile.id, groups: [areaId] });
  }
}
