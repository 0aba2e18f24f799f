import { errorCodes } from '@azulejo/model';
import { type AddedChannel, AzulejoError, type Client } from '@azulejo/sdk';
import { plural, t } from '@lingui/core/macro';
import { areasOf } from './areas.ts';

/** A device that was found, with its name and the name of an existing or new area. */
export type Chosen = { readonly id: string; readonly name: string; readonly area: string };

export type Progress = { readonly text: string; readonly part: number };

export type Added = {
  /** The ids of the channels. A device that was there before has the id under which it was found. */
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
  let added: AddedChannel[];
  try {
    const channels = chosen.map(({ id, name }) => ({ id, content: name }));
    added = await client.pairing.add({ user_id: 'me', profile: templateId, channels });
  } catch (error) {
    if (error instanceof AzulejoError && error.code === errorCodes.alreadyThere)
      return { ids: chosen.map(({ id }) => id), wereThere: true };
    throw error;
  }
  const ids = added.map(({ id }) => id);
  try {
    await place(client, placementsOf(added, chosen), onProgress);
    return { ids, wereThere: false };
  } catch (unplaced) {
    return { ids, wereThere: false, unplaced };
  }
}

/** The channel of a device, and the name of the area for its tiles. */
type Placement = { readonly channel: string; readonly area: string };

/** Most makers have other ids for channels than for found devices, and devices that failed are left out. */
function placementsOf(added: readonly AddedChannel[], chosen: readonly Chosen[]): Placement[] {
  const areas = new Map(chosen.map(({ id, area }) => [id, area]));
  return added.flatMap(({ id, found_id }) => {
    const area = areas.get(found_id);
    return area === undefined ? [] : [{ channel: id, area }];
  });
}

/** Moves tiles out of the default area, where the platform creates them. Those that were moved before stay. */
async function place(
  client: Client,
  placements: readonly Placement[],
  onProgress: (progress: Progress) => void,
): Promise<void> {
  const { tileGroups } = await client.tileGroups.list({ user_id: 'me', include: 'unsorted' });
  const areas = new Map(areasOf(tileGroups).map(({ id, label }) => [label, id]));
  const defaultArea = tileGroups.find(({ isDefault }) => isDefault)?.id;
  const { tiles } = await client.tiles.list({ user_id: 'me' });
  for (const [index, { channel, area }] of placements.entries()) {
    onProgress({
      text: t`Placing ${index + 1} of ${placements.length}`,
      part: 0.4 + (0.6 * index) / placements.length,
    });
    const unplaced = tiles.filter(
      (tile) => tile.channel === channel && tile.groups.every((id) => id === defaultArea),
    );
    if (unplaced.length === 0 || areas.get(area) === defaultArea) continue;
    const areaId = areas.get(area) ?? (await client.tileGroups.create({ user_id: 'me', label: area })).id;
    areas.set(area, areaId);
    for (const tile of unplaced)
      await client.tiles.update({ user_id: 'me', tile_id: tile.id, groups: [areaId] });
  }
}
