import type { TileGroup } from '@azulejo/contract';

/** Whether a device is added, its name, and the name of an existing or new area. */
export type Choice = { readonly isChosen: boolean; readonly name: string; readonly area: string };

/**
 * Returns the suggestion for a device. Its room becomes its area, which is created if needed. Without a room
 * it is the area with which its name begins, or else the default one.
 */
export function suggest(
  areas: readonly TileGroup[],
  { room, name }: { readonly room: string; readonly name: string },
): Choice {
  const start = (room === '' ? name : room).toLowerCase();
  const same = areas.find(({ label }) => label.toLowerCase() === start);
  const known = same ?? areas.find(({ label }) => start.startsWith(label.toLowerCase()));
  const fallback = areas.find(({ isDefault }) => isDefault)?.label ?? '';
  return { isChosen: true, name, area: known?.label ?? (room === '' ? fallback : room) };
}

/**
 * Returns the room and the name of a device that was found on the consent page, which names it
 * `Kitchen · Smart plug` after the room chosen there.
 */
export function partsOf(content: string): { room: string; name: string } {
  const [room = '', ...rest] = content.split(' · ');
  const isRoom = rest.length > 0 && room.trim() !== '';
  return isRoom ? { room: room.trim(), name: rest.join(' · ') } : { room: '', name: content };
}

/** Returns the room and the name of a device of a bridge: `Kitchen/left lamp` is the left lamp in the kitchen. */
export function partsOfBridged(device: { readonly name: string; readonly room: string }) {
  const prefix = `${device.room}/`;
  const rest = device.name.startsWith(prefix) ? device.name.slice(prefix.length).trim() : '';
  return { room: device.room, name: rest || device.name };
}
