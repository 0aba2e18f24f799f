import assert from 'node:assert/strict';
import { panelTemplate } from '../support/panel-template.ts';
import type { Maker } from './calls.ts';
import { newTile, subjectOf } from './homes.ts';

type Of = Parameters<Maker>;

/** Returns a setting of a device that is added to the home. */
async function newSetting(...[scene, named, caller]: Of) {
  const { homes } = scene.platform.server.features;
  const userId = subjectOf(scene, named, caller);
  const { channel } = await homes.addDevice({ userId, templateId: panelTemplate.id });
  return { channel: channel.id, component: 'left', property: 'level', data: 1 };
}

/** Creates a scene, which the call may delete, and deletes earlier ones because their number is limited. */
async function newScene(...of: Of): Promise<{ scene_id: string }> {
  const [scene, named, caller] = of;
  const { scenes } = scene.platform.server.features;
  const userId = subjectOf(scene, named, caller);
  for (const { id } of await scenes.list(userId)) await scenes.remove(userId, id, () => undefined);
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
  'scenes.get': async (...of) => ({ params: await newScene(...of) }),
  'scenes.create': async (...of) => ({ input: { label: 'Night', settings: [await newSetting(...of)] } }),
  'scenes.replace': async (...of) => ({
    params: await newScene(...of),
    input: { label: 'Late', settings: [await newSetting(...of)] },
  }),
  'scenes.remove': async (...of) => ({ params: await newScene(...of) }),
  'scenes.play': async (...of) => ({ params: await newScene(...of), input: {} }),
  'scenes.reorder': async (...of) => ({ input: { order: [(await newScene(...of)).scene_id] } }),
  'scenes.capture': async (...of) => ({ input: { tiles: [(await newTile(...of)).id] } }),
  'shortcuts.list': () => ({}),
  'shortcuts.create': async (...of) => ({ input: { label: 'Night', actions: [await action(...of)] } }),
  'shortcuts.replace': async (...of) => ({
    params: await newScene(...of),
    input: { label: 'Late', actions: [await action(...of)] },
  }),
};
