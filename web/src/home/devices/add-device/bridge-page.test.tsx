import {
  type Bridge,
  type BridgeDevice,
  type BridgeDevices,
  type BridgeFindings,
  resources,
} from '@azulejo/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { kitchen } from '../../../testing/devices.ts';
import { refused } from '../../../testing/fake-server.ts';
import { fakeHome } from '../../testing/fake-home.ts';
import { openHome, signIn } from '../../testing/open-home.tsx';
import { partsOfBridged } from './suggestion.ts';

const bridge = { ...(resources.bridges.get.example.reply as Bridge), added: 0 };
const [lamp] = (resources.bridges.devices.example.reply as BridgeDevices).devices;
const device = (id: string, name: string, room = ''): BridgeDevice => ({
  ...(lamp as BridgeDevice),
  id,
  name,
  room,
});
const three = [device('lamp', 'Kitchen/left lamp', 'Kitchen'), device('pump', 'Attic/pump', 'Attic')];

type Replies = NonNullable<Parameters<typeof fakeHome>[0]>;

function open(devices: readonly BridgeDevice[], replies: Replies = {}, members: Partial<Bridge> = {}) {
  signIn();
  const record = { ...bridge, devices: devices.length, ...members };
  const platform = fakeHome({
    tileGroups: {
      list: { tileGroups: [{ ...kitchen, isDefault: true }] },
      create: { ...kitchen, id: 'attic', label: 'Attic' },
    },
    ...replies,
    bridges: {
      list: { bridges: [record], can_connect: true, reason: '' },
      get: record,
      devices: { devices: [...devices], next: null },
      addDevices: { added: [] },
      ...replies.bridges,
    },
  });
  return { platform, ...openHome(platform, `/add/from/${bridge.id}`) };
}
const submit = async () => {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: /^Add/ });
  await expect.poll(() => button.disabled).toBe(false);
  return button;
};

describe('the devices of a bridge', () => {
  it('adds devices of a bridge under their names, in existing and new areas', async () => {
    const { platform, user } = open(three);
    await screen.findByText(/^2 devices were found\./);
    const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of Kitchen/left lamp' });
    expect(name.value).toBe('left lamp');
    await user.click(await submit());
    await screen.findByRole('heading', { name: 'They are in your home' });
    expect(platform.bodies('tileGroups.create')).toEqual([{ label: 'Attic' }]);
    expect(platform.bodies('bridges.addDevices')).toEqual([
      {
        devices: [
          { id: 'pump', name: 'pump', group_id: 'attic' },
          { id: 'lamp', name: 'left lamp', group_id: 'kitchen' },
        ],
      },
    ]);
  });

  it('adds the other devices of a bridge even if one of them fails, and says which one', async () => {
    const fails = ({ body }: { body: unknown }) =>
      JSON.stringify(body).includes('pump')
        ? refused(422, 1400, { text: 'Quota exceeded.' })
        : ({ added: ['lamp'] } as never);
    const { user } = open(three, { bridges: { addDevices: fails } });
    await user.click(await submit());
    const failure = await screen.findByText('pump: Quota exceeded.');
    expect(failure.closest('[role="alert"]')).toBe(document.activeElement);
    await screen.findByRole('heading', { name: 'It is in your home' });
    await user.click(screen.getByRole('button', { name: 'Choose again' }));
    expect(await screen.findByRole('button', { name: /^Add/ })).toBeTruthy();
  });

  it('adds devices of a bridge although an area cannot be created', async () => {
    const { platform, user } = open(three, {
      tileGroups: {
        list: { tileGroups: [{ ...kitchen, isDefault: true }] },
        create: refused(422, 1400, { text: 'Too many areas.' }),
      },
    });
    await user.click(await submit());
    await screen.findByText('pump: Too many areas.');
    expect(platform.bodies('bridges.addDevices')).toHaveLength(1);
  });

  it('shows devices of a bridge a page at a time, and keeps what was chosen on other pages', async () => {
    const many = Array.from({ length: 27 }, (_, index) => device(`lamp-${index}`, `Lamp ${index}`));
    const { user } = open(many);
    // Queries by text, because those by role take seconds on a page with so many fields.
    const rows = () => screen.queryAllByLabelText(/^Lamp \d+$/).length;
    await screen.findByText('1 to 25 of 27');
    expect(rows()).toBe(25);
    await user.click(screen.getByLabelText('Lamp 0'));
    await user.click(screen.getByText('Next'));
    await screen.findByText('26 to 27 of 27');
    expect(rows()).toBe(2);
    await screen.findByText('Add 26 devices');
    await user.type(screen.getByLabelText('Search the devices that were found'), 'lamp 26');
    await expect.poll(rows).toBe(1);
    await user.click(screen.getByLabelText('All devices that were found by the search'));
    await screen.findByText('Add 25 devices');
  });

  it('sorts devices of a bridge by name, those that joined later first', async () => {
    const later = { ...device('hall', 'Hall lamp'), found: '2026-01-05T03:04:05.006+0000' };
    open([device('two', 'Lamp 2'), device('ten', 'Lamp 10'), later]);
    await screen.findByText(/^3 devices were found\./);
    const names = screen.getAllByLabelText<HTMLInputElement>(/^Name of/).map(({ value }) => value);
    expect(names).toEqual(['Hall lamp', 'Lamp 2', 'Lamp 10']);
  });

  it('does not offer devices of a bridge again once they are in the home', async () => {
    open(three.map((each) => ({ ...each, added: true })));
    expect(await screen.findByRole('heading', { name: 'All devices are in your home' })).toBeTruthy();
  });

  it('waits for devices while the bridge starts', async () => {
    open([], {}, { state: 'starting', devices: 0 });
    expect(await screen.findByText('Looking for devices')).toBeTruthy();
  });

  it('shows what is wrong with the bridge', async () => {
    open(three, {}, { state: 'failing', problem: 'The MQTT server cannot be reached.' });
    expect(await screen.findByText('The MQTT server cannot be reached.')).toBeTruthy();
  });

  it('names what the bridge could not read, and which requests were not answered', async () => {
    const part = { device: '0x1', name: 'Door', feature: '', detail: '', reason: '' };
    const at = '2026-01-02T03:04:05.006+0000';
    const findings: BridgeFindings = {
      unmapped: [{ ...part, code: 'no_definition' }],
      more: 7,
      unanswered: [{ request: 'permit_join', device: '', at }],
      reported: at,
    };
    open(three, { bridges: { findings } });
    expect(await screen.findByText('Door')).toBeTruthy();
    expect(screen.getByText(/^Zigbee2MQTT does not know the device/)).toBeTruthy();
    expect(screen.getByText(/^And 7 more/)).toBeTruthy();
    expect(screen.getByText('Let devices join')).toBeTruthy();
  });

  it('says nothing of what could not be read before the bridge has reported', async () => {
    const { platform } = open(three, {
      bridges: { findings: { unmapped: [], more: 0, unanswered: [], reported: null } },
    });
    await screen.findByText(/^2 devices were found\./);
    await expect.poll(() => platform.sent('bridges.findings').length).toBe(1);
    expect(screen.queryByRole('heading', { name: 'What could not be read' })).toBeNull();
  });

  it('removes devices from the home when the bridge is disconnected', async () => {
    const { platform, user } = open(three);
    await user.click(await screen.findByRole('button', { name: `Disconnect ${bridge.name}` }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Disconnect' }));
    await screen.findByRole('heading', { name: 'Connect something real' });
    expect(platform.sent('bridges.remove')).toHaveLength(1);
  });

  it('shows a reason in place of Disconnect for a bridge that another person connected', async () => {
    open(three, {}, { can_remove: false });
    await screen.findByText(`Only the person who connected ${bridge.name} can disconnect it.`);
    expect(screen.queryByRole('button', { name: /^Disconnect/ })).toBeNull();
  });
});

describe('new devices', () => {
  it('announces new devices at home until the person has seen them', async () => {
    signIn();
    const record = { ...bridge, devices: 2 };
    const platform = fakeHome({
      bridges: { list: { bridges: [record], can_connect: true, reason: '' } },
      preferences: { get: { seen_devices: { [bridge.id]: 1 } } as never },
    });
    openHome(platform);
    const note = await screen.findByRole('link', { name: /1 new device from/ });
    expect(note.getAttribute('href')).toBe(`/home/add/from/${bridge.id}`);
  });

  it('does not announce devices that are in the home already', async () => {
    signIn();
    const known = { ...bridge, devices: 4, added: 4 };
    const other = { ...bridge, id: 'other', name: 'Attic', devices: 4, added: 3 };
    openHome(fakeHome({ bridges: { list: { bridges: [known, other], can_connect: true, reason: '' } } }));
    await screen.findByRole('link', { name: '1 new device from Attic' });
    expect(screen.getAllByRole('link', { name: /new device/ }).length).toBe(1);
  });

  it('does not announce devices before it knows which ones the person has seen', async () => {
    signIn();
    localStorage.removeItem('azulejo.preferences');
    const record = { ...bridge, devices: 4, added: 0 };
    const preferences = Promise.withResolvers<never>();
    const platform = fakeHome({
      bridges: { list: { bridges: [record], can_connect: true, reason: '' } },
      preferences: { get: () => preferences.promise },
    });
    const { stores } = openHome(platform);
    await expect.poll(() => stores.queries.getQueryData(['bridges'])).toBeTruthy();
    expect(screen.queryByRole('link', { name: /new device/ })).toBeNull();
    preferences.resolve({ seen_devices: { [bridge.id]: 3 } } as never);
    await screen.findByRole('link', { name: /1 new device from/ });
  });

  it('does not announce devices after the person has looked at them', async () => {
    const { platform } = open(three);
    await screen.findByText(/^2 devices were found\./);
    await expect
      .poll(() => platform.bodies('preferences.update'))
      .toEqual([{ seen_devices: { [bridge.id]: 2 } }]);
  });
});

describe('partsOfBridged', () => {
  it.each([
    ['Kitchen/left lamp', 'Kitchen', 'left lamp'],
    ['Kitchen/', 'Kitchen', 'Kitchen/'],
    ['Lamp', '', 'Lamp'],
  ])('names the device "%s" in the room "%s" "%s"', (name, room, expected) => {
    expect(partsOfBridged({ name, room })).toEqual({ room, name: expected });
  });
});
