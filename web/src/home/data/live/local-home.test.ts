import type { Channel } from '@azulejo/contract';
import type { Dictionary } from '@azulejo/model';
import { afterEach, describe, expect, it } from 'vitest';
import { setDictionary } from '../../../languages/dictionary.ts';
import { showHomeIn } from '../../../languages/home-catalogue.ts';
import { propertyLabel } from '../../kit/formats/property-label.ts';
import type { Snapshot } from './home-state.ts';
import { createLocalHome } from './local-home.ts';

const german: Dictionary = {
  names: { Light: 'Licht', Effect: 'Effekt' },
  states: {},
  commands: {},
  phrases: {},
};
const lamp = {
  id: '1',
  components: [{ id: 'light', label: 'Light' }],
  properties: [
    {
      id: 'effect',
      label: 'Effect',
      classes: [],
      controlInterfaces: [],
      triggers: [],
      states: [],
      actions: [],
    },
  ],
} as unknown as Channel;
const valve = {
  ...lamp,
  properties: [{ ...lamp.properties[0], label: 'Abs max heat setpoint limit' }],
} as Channel;
const home = { tiles: [], channels: new Map([['1', lamp]]), state: 'live' } as unknown as Snapshot;
const labelOf = ({ channels }: Snapshot) => channels.get('1')?.components[0]?.label;

describe('the labels of a home', () => {
  afterEach(() => setDictionary(undefined));

  it('labels a home in the language of the page, and follows it', () => {
    const local = createLocalHome();
    expect(local(home)).toBe(home);
    setDictionary(german);
    expect(labelOf(local(home))).toBe('Licht');
    setDictionary(undefined);
    expect(labelOf(local(home))).toBe('Light');
  });

  it('returns the same labels until something changes', () => {
    setDictionary(german);
    const local = createLocalHome();
    const before = local(home);
    expect(local(home)).toBe(before);
    const offline = local({ ...home, state: 'offline' });
    expect([offline.state, offline.channels]).toEqual(['offline', before.channels]);
    const other = local({ ...home, channels: new Map(home.channels) });
    expect(other.channels.get('1')).toBe(before.channels.get('1'));
  });

  it('explains the names of protocols in English', async () => {
    await showHomeIn('en');
    const local = createLocalHome()({ ...home, channels: new Map([['1', valve]]) });
    const [property] = local.channels.get('1')?.properties ?? [];
    expect(property && propertyLabel(property)).toBe('Highest target the device allows');
  });

  it('names a property without a label by its id', () => {
    expect(propertyLabel({ id: 'night_light', label: '' })).toBe('Night light');
  });
});
