import assert from 'node:assert/strict';
import { panelTemplate } from '../support/panel-template.ts';
import { type Caller, PLUG, type TargetChannel } from './callers.ts';
import type { Scene } from './calls.ts';
import type { Named } from './expectations.ts';

/** Returns the user whose resources a path names when this caller calls it. */
export const subjectOf = ({ parties }: Scene, { user }: Named, caller: Caller | undefined): string =>
  (user === 'me' || user === 'self') && caller?.principal?.kind === 'user'
    ? caller.principal.id
    : parties.target.id;

/** The channel of each user's panel that no other call uses. */
const sparePanels = new Map<string, string>();

/**
 * Returns the tile of a panel, which the call may delete. A panel is added only when there is none: most calls are
 * refused, and each further device makes every call of this home slower.
 */
export async function spareTile(
  scene: Scene,
  named: Named,
  caller?: Caller,
): Promise<{ id: string; groupId: string; channelId: string }> {
  const userId = subjectOf(scene, named, caller);
  const { homes, tiles } = scene.platform.server.features;
  const findTile = async () =>
    (await tiles.ofUser(userId)).find(({ channelId }) => channelId === sparePanels.get(userId));
  let tile = await findTile();
  if (!tile) {
    const { channel } = await homes.addDevice({ userId, templateId: panelTemplate.id });
    sparePanels.set(userId, channel.id);
    tile = await findTile();
  }
  const [groupId] = tile?.groups ?? [];
  assert.ok(tile && groupId !== undefined);
  return { id: tile.id, groupId, channelId: tile.channelId };
}

/** Stores a device that was found in a pairing and is not added yet. Returns its id. */
export async function newFoundDevice(scene: Scene, named: Named, caller?: Caller): Promise<string> {
  const row = {
    user_id: subjectOf(scene, named, caller),
    id: crypto.randomUUID(),
    template_id: PLUG,
    name: 'Plug',
    position: 0,
    expires: scene.platform.clock.now() + 60_000,
  };
  await scene.db.write((tx) => tx.insertInto('found_devices').values(row).execute());
  return row.id;
}

/** Creates an area, which the call may delete, and deletes earlier ones because their number is limited. */
export async function newGroup(scene: Scene, named: Named, caller?: Caller): Promise<string> {
  const userId = subjectOf(scene, named, caller);
  const { tileGroups } = scene.platform.server.features;
  for (const { id, isDefault, isContext } of await tileGroups.ofUser(userId))
    if (!isDefault && !isContext) await tileGroups.remove(userId, id);
  return (await tileGroups.create(userId, { label: 'Attic' })).id;
}

/** Creates a device that the caller's application manages and that a person may claim. */
export async function newUnclaimed(
  { platform, parties }: Scene,
  _named: Named,
  caller?: Caller,
): Promise<{ id: string; claimCode: string }> {
  const { devices } = platform.server.features;
  const applicationId = caller?.principal?.clientId ?? parties.application.clientId;
  const { client, claimCode } = await devices.createUnclaimed({
    templateId: panelTemplate.id,
    applicationId,
  });
  return { id: client.id, claimCode };
}

/** Creates a channel with the owner and the grants of another one, which the call may delete. */
export async function newChannelLike(
  { platform, parties, db }: Scene,
  { ownerId }: TargetChannel,
): Promise<TargetChannel> {
  const { homes } = platform.server.features;
  const place = await homes.find({ userId: parties.target.id, templateId: panelTemplate.id });
  const { id } = await db.write((tx) => homes.place(tx, { ...place, name: 'Panel', creatorId: ownerId }));
  return { id, ownerId };
}
