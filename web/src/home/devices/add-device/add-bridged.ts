import { AzulejoError, type Client } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import type { Chosen, Progress } from './add-found.ts';
import { areasOf } from './areas.ts';

/** A device that could not be added, and why. */
export type Failure = { readonly id: string; readonly name: string; readonly error: unknown };

export type Outcome = { readonly ids: readonly string[]; readonly failures: readonly Failure[] };

/** Limits the devices in one request. */
const BATCH_SIZE = 20;

/**
 * Adds devices of a bridge to the home:
 * 1. creates the areas that do not exist yet;
 * 2. adds the devices in batches, each with its name and area;
 * 3. adds the devices of a refused batch one by one, so that one device does not stop the others.
 */
export async function addBridged(
  client: Client,
  bridgeId: string,
  chosen: readonly Chosen[],
  onProgress: (progress: Progress) => void,
): Promise<Outcome> {
  const failures: Failure[] = [];
  const fail = (devices: readonly Chosen[], error: unknown) =>
    failures.push(...devices.map(({ id, name }) => ({ id, name, error })));
  onProgress({ text: t`Preparing the areas`, part: 0 });
  const areas = await createAreas(client, chosen, fail);
  const add = (devices: readonly Chosen[]) =>
    client.bridges.addDevices({
      bridge_id: bridgeId,
      devices: devices.map(({ id, name, area }) => ({ id, name, group_id: areas.get(keyOf(area)) ?? '' })),
    });

  const ready = chosen.filter(({ area }) => areas.has(keyOf(area)));
  for (let start = 0; start < ready.length; start += BATCH_SIZE) {
    onProgress({ text: t`Adding ${start + 1} of ${ready.length}`, part: start / ready.length });
    const batch = ready.slice(start, start + BATCH_SIZE);
    try {
      await add(batch);
    } catch (error) {
      if (!isRefused(error)) fail(batch, error);
      else for (const device of batch) await add([device]).catch((reason) => fail([device], reason));
    }
  }
  const failed = new Set(failures.map(({ id }) => id));
  return { ids: chosen.map(({ id }) => id).filter((id) => !failed.has(id)), failures };
}

const isRefused = (error: unknown): boolean => error instanceof AzulejoError && error.name === 'Refused';

/** Returns the same key for all spellings of a name, so that they are one area. */
const keyOf = (area: string): string => area.trim().toLowerCase();

/** Returns the ids of the areas by name. Devices of an area that cannot be created have failed. */
async function createAreas(
  client: Client,
  chosen: readonly Chosen[],
  fail: (devices: readonly Chosen[], error: unknown) => void,
): Promise<ReadonlyMap<string, string>> {
  const { tileGroups } = await client.tileGroups.list({ user_id: 'me', include: 'unsorted' });
  const ids = new Map(areasOf(tileGroups).map(({ id, label }) => [keyOf(label), id]));
  for (const [key, devices] of Map.groupBy(chosen, ({ area }) => keyOf(area))) {
    if (ids.has(key)) continue;
    try {
      const label = devices[0]?.area.trim() ?? '';
      ids.set(key, (await client.tileGroups.create({ user_id: 'me', label })).id);
    } catch (error) {
      fail(devices, error);
    }
  }
  return ids;
}
