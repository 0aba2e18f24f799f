import assert from 'node:assert/strict';
import type { Maker } from './calls.ts';
import { spareTile, subjectOf } from './homes.ts';

type Of = Parameters<Maker>;

/** Returns a setting of a panel in the home. */
async function newSetting(...of: Of) {
  const { channelId: channel } = await spareTile(...of);
  return { channel, component: 'left', property: 'level', data: 1 };
}

/** Returns a scene, which the call may delete. */
async function spareScene(...of: Of): Promise<{ scene_id: string }> {
  const [scene, named, caller] = of;
  const { scenes } = scene.platform.server.features;
  const userId = subjectOf(scene, named, caller);
  const [stored, ...others] = await scenes.list(userId);
  // Calls that create scenes would reach the maximum of a user.
  for (const { id } of others) await scenes.remove(userId, id, () => undefined);
  if (stored) return { scene_id: stored.id };
  const settings = [await newSetting(...of)];
  const { id } = await scenes.create(userId, { label: 'Night', icon: 'night', showInWatch: false, settings });
  assert.ok(id);
  return { scene_id: id };
}

const action = async (...of: Of) => {
  const { channel, component, property, data: value } = await newSetting(...of);
  return {
    channel,
    component,
    choices: [{ choice: { rule: JSON.stringify({ is: 'set', property, value }) } }],
  };
};

/** Calls of scenes, and of shortcuts, which are scenes in the form of known apps. */
export const sceneCalls: Record<string, Maker> = {
  'scenes.list': () => ({}),
  'scenes.get': async (...of) => ({ params: await spareScene(...of) }),
  'scenes.create': async (...of) => ({ input: { label: 'Night', settings: [await newSetting(...of)] } }),
  'scenes.replace': async (...of) => ({
    params: await spareScene(...of),
    input: { label: 'Late', settings: [await newSetting(...of)] },
  }),
  'scenes.remove': async (...of) => ({ params: await spareScene(...of) }),
  'scenes.play': async (...of) => ({ params: await spareScene(...of), input: {} }),
  'scenes.reorder': async (...of) => ({ input: { order: [(await spareScene(...of)).scene_id] } }),
  'scenes.capture': async (...of) => ({ input: { tiles: [(await spareTile(...of)).id] } }),
  'shortcuts.list': () => ({}),
  'shortcuts.create': async (...of) => ({ input: { label: 'Night', actions: [await action(...of)] } }),
  'shortcuts.replace': async (...of) => ({
    params: await spareScene(...of),
    input: { label: 'Late', actions: [await action(...of)] },
  }),
};
