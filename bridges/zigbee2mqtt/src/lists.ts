import { hash } from 'node:crypto';
import type { Log } from '@azulejo/bridge';
import { groupOf, type ListedDevice, type ListedGroup, type Thing, thingOf } from './devices.ts';

export type Lists = { readonly devices: Buffer | undefined; readonly groups: Buffer | undefined };
export type ReadLists = (lists: Lists, version: string) => Map<string, Thing>;

/** Returns a function that reads lists, and maps only the devices that changed since the previous lists. */
export function createReader(owner: string, log: Log): ReadLists {
  /** The mapped device of each key, and a hash of its source. */
  const made = new Map<string, { source: string; thing: Thing | undefined }>();

  function make(key: string, from: () => unknown, create: () => Thing | undefined): Thing | undefined {
    const known = made.get(key);
    let source = '';
    let thing: Thing | undefined;
    try {
      source = hash('sha256', JSON.stringify(from()), 'base64');
      if (known?.source === source) return known.thing;
      thing = create();
    } catch (error) {
      // One device that cannot be described must not stop the others.
      log('device_not_mapped', { device: key, reason: String(error) });
    }
    made.set(key, { source, thing });
    return thing;
  }

  return ({ devices, groups }, version) => {
    const things = new Map<string, Thing>();
    for (const device of listIn<ListedDevice>(devices, log)) {
      // The end points are left out: channels do not need them, and they change often.
      const { ieee_address: key, definition, friendly_name, disabled, power_source } = device;
      const from = () => [version, definition, friendly_name, disabled, power_source];
      const thing = make(key, from, () => thingOf(device, version, owner));
      if (thing) things.set(key, thing);
    }
    for (const group of listIn<ListedGroup>(groups, log)) {
      const key = `group-${group.id}`;
      const templates = () => group.members.map((member) => things.get(member.ieee_address)?.templateId);
      const from = () => [version, group.friendly_name, templates()];
      const thing = make(key, from, () => groupOf(group, things, version, owner));
      if (thing) things.set(key, thing);
    }
    for (const key of made.keys()) if (!things.has(key)) made.delete(key);
    return things;
  };
}

function listIn<Listed>(payload: Buffer | undefined, log: Log): Listed[] {
  if (!payload) return [];
  try {
    const value: unknown = JSON.parse(payload.toString());
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    return list.filter((each): each is Listed => typeof each === 'object' && each !== null);
  } catch (error) {
    log('list_not_read', { reason: String(error) });
    return [];
  }
}
