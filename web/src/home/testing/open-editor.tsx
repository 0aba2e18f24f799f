import type { Automation, AutomationCheck, AutomationDefinition, Property } from '@azulejo/contract';
import { screen, within } from '@testing-library/react';
import { channelOf, propertyOf, tileOf } from '../../testing/devices.ts';
import { forgetDrafts } from '../automation/automations/editor/drafts.ts';
import { channelList, fakeHome, reportOf } from './fake-home.ts';
import { type HomeReplies, openHome, signIn } from './open-home.tsx';

const rule = (condition: Property['triggers'][number]['condition']) => ({
  id: condition,
  condition,
  inputs: [{ controlInterfaceId: 'value', id: 'value', path: [{ source: '$', target: '$' }] }],
  inputsLabel: '',
  label: condition,
  predicateLabel: '',
});
const motion = propertyOf('occupancy', {
  io: 'rs',
  label: 'Occupancy',
  classes: ['com.example.properties.security.occupancy'],
  mainInformationPriority: 1,
  triggers: [rule('equals'), rule('changes')],
  states: [rule('equals')],
});
const temperature = propertyOf('temperature', {
  io: 'rs',
  label: 'Temperature',
  schema: 'https://home.example.org/v3/schemas/temperature',
  mainInformationPriority: 2,
  controlInterfaces: [
    { id: 'value', controlInterface: 'number', config: { min: -20, max: 50, step: 0.5, suffix: ' °C' } },
  ],
  triggers: [rule('greater-than'), rule('less-than')],
  states: [rule('greater-than'), rule('less-than')],
});
export const status = propertyOf('status', {
  label: 'Status',
  classes: ['com.example.properties.control.status'],
  mainActionPriority: 1,
  triggers: [rule('equals')],
  states: [rule('equals')],
  actions: [rule('equals')],
});

/** A check without problems. */
export const fine: AutomationCheck = {
  problems: [],
  sentence: '',
  also_set_by: [],
  already_true: [],
  conditions: [],
  next: [],
};
/** A light that is on for three minutes after motion when it is dark. */
export const definition: AutomationDefinition = {
  label: 'Hall light at night',
  mode: 'restart',
  when: [
    {
      kind: 'property',
      id: 't1',
      property: { channel: 'motion', component: 'light-bulb', property: 'occupancy' },
      is: 'becomes',
      value: true,
    },
  ],
  onlyIf: { kind: 'sun', id: 'c1', sun: 'down' },
  then: [
    {
      kind: 'set',
      id: 's1',
      set: { channel: 'lamp', component: 'light-bulb', property: 'status' },
      value: true,
    },
    { kind: 'wait', id: 's2', wait: 'PT3M' },
    {
      kind: 'set',
      id: 's3',
      set: { channel: 'lamp', component: 'light-bulb', property: 'status' },
      value: false,
    },
  ],
};
export const stored: Automation = {
  id: 'hall',
  definition,
  enabled: true,
  version: 4,
  origin: 'web',
  sentence: '',
  health: 'fine',
  problems: [],
  created: '2026-01-02T03:04:05.678+0000',
  updated: '2026-01-02T03:04:05.678+0000',
  _rev: '4-a',
};

/** Opens a page of Home with a motion sensor and a light. */
export function openEditor(path: string, replies: HomeReplies = {}) {
  signIn();
  forgetDrafts(localStorage);
  const platform = fakeHome({
    tiles: { list: { tiles: [tileOf('motion', 'Hall motion'), tileOf('lamp', 'Hall light')] } },
    channels: {
      list: channelList([channelOf('motion', [motion, temperature]), channelOf('lamp', [status])]),
    },
    values: {
      list: { elements: [reportOf('lamp', 'status', false), reportOf('motion', 'occupancy', false)] },
    },
    automations: { list: { elements: [stored] }, get: stored, check: fine, create: stored, replace: stored },
    automationVersions: { list: { elements: [] } },
    places: { list: { places: [] } },
    // It is never answered here: the strip has tests of its own.
    rehearsals: { create: () => new Promise(() => {}) },
  } as HomeReplies);
  platform.reply(replies);
  return { platform, ...openHome(platform, path) };
}

export const word = (name: string) => screen.findByRole('button', { name });
export const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

/** Opens the stored automation in the editor. */
export const openOne = async (replies: HomeReplies = {}) => {
  const page = openEditor('/automations/hall/edit', replies);
  await word('3 minutes');
  return page;
};
