import { resources, type TemplateSummary, type TileGroup } from '@azulejo/contract';
import { errorCodes } from '@azulejo/model';
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { chooseOption } from '../../../testing/choose-option.ts';
import { kitchen, lampTile } from '../../../testing/devices.ts';
import { refused } from '../../../testing/fake-server.ts';
import { fakeHome } from '../../testing/fake-home.ts';
import { openHome, signIn } from '../../testing/open-home.tsx';
import { readAddSearch } from './add-search.ts';
import { partsOf, suggest } from './suggestion.ts';

const bulb = resources.templates.get.example.reply as TemplateSummary;
const plug: TemplateSummary = {
  ...bulb,
  id: 'plug',
  name: 'Smart plug',
  vendor: 'Shelly',
  kind: 'smart-plug',
};
const listOf = (...kinds: TemplateSummary[]) =>
  ({ elements: kinds.map((template) => ({ template })), size: kinds.length }) as never;
const found = (id: string, content: string) => ({ id, content, activity: '', photoUrl: '' });
const added = (id: string, foundId = id) => ({ id, found_id: foundId, content: 'Device', profile: 'plug' });

type Replies = NonNullable<Parameters<typeof fakeHome>[0]>;

function open(path: string, replies: Replies = {}) {
  signIn();
  const platform = fakeHome({ templates: { list: listOf(bulb, plug) }, ...replies });
  return { platform, ...openHome(platform, path) };
}
const kinds = () =>
  within(screen.getByRole('region', { name: 'Kinds of device' }))
    .queryAllByRole('listitem')
    .map((item) => item.querySelector('a span span')?.textContent);

describe('the Add page', () => {
  it('leads to real devices, virtual ones and the search for models', async () => {
    open('/add');
    const way = async (name: RegExp) => (await screen.findByRole('link', { name })).getAttribute('href');
    expect(await way(/^Connect something real/)).toBe('/home/add/real');
    expect(await way(/^Try a virtual device/)).toBe('/home/add/virtual');
    expect(await way(/^Is my device supported/)).toBe('/home/add/supported');
  });
});

describe('the kinds of device that can be added', () => {
  it('separates virtual devices from real ones', async () => {
    const real = { ...plug, manager_id: 'acme' };
    open('/add/virtual', { templates: { list: listOf(bulb, real) } });
    await screen.findByRole('link', { name: /IKEA TRADFRI bulb/ });
    expect(kinds()).toHaveLength(1);
  });

  it('shows kinds of device with their maker, as virtual', async () => {
    open('/add/virtual');
    const link = await screen.findByRole('link', { name: /IKEA TRADFRI bulb/ });
    expect(link.textContent).toContain('Virtual · IKEA · Colour light');
    expect(await screen.findByText('2 kinds of device')).toBeTruthy();
  });

  it('searches kinds of device by name, maker and synonyms', async () => {
    const { user } = open('/add/virtual');
    const field = await screen.findByRole('searchbox', { name: 'Search by name or maker' });
    await user.type(field, 'socket');
    await expect.poll(kinds).toEqual(['Smart plug']);
    await user.clear(field);
    await user.type(field, 'piano');
    await screen.findByRole('heading', { name: 'No matches' });
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    await expect.poll(() => kinds().length).toBe(2);
  });

  it('limits the devices to a kind and a maker', async () => {
    const { user } = open('/add/virtual');
    await chooseOption(user, 'Kind of device', 'Smart plug');
    await expect.poll(kinds).toEqual(['Smart plug']);
    await chooseOption(user, 'Maker', 'IKEA');
    expect(await screen.findByRole('heading', { name: 'No matches' })).toBeTruthy();
  });

  it('says what to do when there are no kinds of device', async () => {
    open('/add/virtual', { templates: { list: listOf() } });
    expect(await screen.findByRole('heading', { name: 'No virtual devices' })).toBeTruthy();
  });

  it('says that a kind of device does not exist', async () => {
    open('/add?template=none');
    expect(await screen.findByRole('heading', { name: 'Kind of device not found' })).toBeTruthy();
  });

  it('shows why the kinds of device cannot be read', async () => {
    open('/add/virtual', {
      templates: { list: refused(500, 1000, { text: 'The platform has a problem.' }) },
    });
    expect(await screen.findByText('The platform has a problem.')).toBeTruthy();
  });
});

describe('the maker’s page', () => {
  it('opens the page of the maker with the way back', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockReturnValue();
    const { user, platform } = open('/add?template=plug', {
      pairing: { found: [], authorize: { url: 'https://maker.example/authorize' } },
    });
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    await expect.poll(() => assign.mock.calls).toEqual([['https://maker.example/authorize']]);
    expect(platform.bodies('pairing.authorize')).toEqual([
      { redirect_uri: 'https://azulejo.example/home/add?template=plug&found=true' },
    ]);
  });

  it('opens the page of the maker again when nothing was found there', async () => {
    open('/add?template=plug&found=true', { pairing: { found: [] } });
    expect(await screen.findByText(/Nothing was found\./)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Open the page again' })).toBeTruthy();
  });
});

describe('found devices', () => {
  const garden: TileGroup = { ...kitchen, id: 'garden', label: 'Garden' };
  const two = [found('lamp', 'Kitchen · Desk lamp'), found('pump', 'Pump')];

  async function choose(replies: Replies = {}, devices = two) {
    const opened = open('/add?template=plug', {
      tileGroups: { list: { tileGroups: [{ ...kitchen, isDefault: true }] }, create: garden },
      pairing: { found: devices, add: [added('lamp'), added('pump')] },
      ...replies,
    });
    await screen.findByText(/found\. Choose which/);
    await expect
      .poll(() => screen.getByRole<HTMLButtonElement>('button', { name: /^Add/ }).disabled)
      .toBe(false);
    return opened;
  }

  it('adds found devices under their names, in their areas', async () => {
    const { platform, user } = await choose();
    await user.click(screen.getByRole('button', { name: 'Add 2 devices' }));
    await screen.findByRole('heading', { name: 'They are in your home' });
    expect(platform.bodies('pairing.add')).toEqual([
      {
        profile: 'plug',
        channels: [
          { id: 'lamp', content: 'Desk lamp' },
          { id: 'pump', content: 'Pump' },
        ],
      },
    ]);
    expect(screen.getByRole('link', { name: 'Desk lamp' }).getAttribute('href')).toBe('/home/devices/lamp');
    expect(window.location.search).toContain('added=');
  });

  it('places devices under the ids of their channels, except those that are placed already', async () => {
    const hall = { ...kitchen, id: 'hall', label: 'Hall', isDefault: true };
    const { platform, user } = await choose({
      tileGroups: { list: { tileGroups: [kitchen, hall] } },
      tiles: {
        list: {
          tiles: [
            { ...lampTile, groups: ['hall'] },
            { ...lampTile, id: 'tile-pump', channel: 'channel-2' },
          ],
        },
      },
      pairing: {
        found: [found('found-1', 'Kitchen · Lamp'), found('found-2', 'Pump'), found('found-3', 'Fan')],
        add: [added('lamp', 'found-1'), added('channel-2', 'found-2')],
      },
    });
    await user.click(screen.getByRole('button', { name: 'Add 3 devices' }));
    await screen.findByRole('heading', { name: 'They are in your home' });
    expect(screen.getByRole('link', { name: 'Desk lamp' }).getAttribute('href')).toBe('/home/devices/lamp');
    expect(new URLSearchParams(window.location.search).get('added')).toBe('["lamp","channel-2"]');
    expect(platform.sent('tiles.update')).toHaveLength(1);
    expect(platform.bodies('tiles.update')).toEqual([{ groups: ['kitchen'] }]);
  });

  it('adds found devices to a new area, except those that are not chosen', async () => {
    const { platform, user } = await choose({
      pairing: { found: two, add: [added('lamp')] },
    });
    await user.click(screen.getByRole('checkbox', { name: 'Pump' }));
    const area = screen.getByRole('combobox', { name: 'Area of Kitchen · Desk lamp' });
    await user.clear(area);
    await user.type(area, 'Garden');
    await user.click(screen.getByRole('button', { name: 'Add the device' }));
    await screen.findByRole('heading', { name: 'It is in your home' });
    expect(platform.bodies('tileGroups.create')).toEqual([{ label: 'Garden' }]);
    expect(platform.bodies('tiles.update')).toEqual([{ groups: ['garden'] }]);
  });

  it('cannot add found devices while none is chosen', async () => {
    const { user } = await choose({}, [found('lamp', 'Lamp')]);
    await user.click(screen.getByRole('checkbox', { name: 'Lamp' }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add 0 devices' }).disabled).toBe(true);
  });

  it('recognizes found devices that are in the home already', async () => {
    const { user } = await choose(
      {
        pairing: { found: [found('lamp', 'Lamp')], add: refused(409, errorCodes.alreadyThere) },
      },
      [found('lamp', 'Lamp')],
    );
    await user.click(screen.getByRole('button', { name: 'Add the device' }));
    expect(await screen.findByRole('heading', { name: 'It is in your home already' })).toBeTruthy();
  });

  it('keeps added devices in the home even if they could not be placed', async () => {
    const hall = { ...kitchen, id: 'hall', label: 'Hall', isDefault: true };
    const { user } = await choose({
      tileGroups: { list: { tileGroups: [kitchen, hall] } },
      tiles: {
        list: { tiles: [{ ...lampTile, groups: ['hall'] }] },
        update: refused(403, 1700, { text: 'You may not do this.' }),
      },
    });
    await user.click(screen.getByRole('button', { name: 'Add 2 devices' }));
    expect(await screen.findByText(/could not be placed in the area you chose\. You may not/)).toBeTruthy();
  });

  it('keeps found devices in the form when the platform refuses them', async () => {
    const { user } = await choose({
      pairing: { found: two, add: refused(422, 1400, { text: 'Quota exceeded.' }) },
    });
    await user.click(screen.getByRole('button', { name: 'Add 2 devices' }));
    expect(await screen.findByText('Quota exceeded.')).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: 'Pump' })).toBeTruthy();
  });

  it('shows added devices, and does not add them again, when the person comes back', async () => {
    const { platform } = open('/add?template=plug&added=["lamp"]');
    expect(await screen.findByRole('heading', { name: 'It is in your home' })).toBeTruthy();
    expect(platform.sent('pairing.found')).toEqual([]);
  });
});

describe('suggest', () => {
  const areas = [kitchen, { ...kitchen, id: 'home', label: 'My devices', isDefault: true }];

  it.each([
    ['Kitchen · Smart plug', 'Smart plug', 'Kitchen'],
    ['kitchen lamp', 'kitchen lamp', 'Kitchen'],
    ['Attic · Lamp · left', 'Lamp · left', 'Attic'],
    ['Lamp', 'Lamp', 'My devices'],
  ])('suggests for "%s" the name "%s" and the area "%s"', (content, name, area) => {
    expect(suggest(areas, partsOf(content))).toEqual({ isChosen: true, name, area });
  });
});

describe('readAddSearch', () => {
  it('ignores search parameters that are not valid', () => {
    expect(readAddSearch({ template: 7, found: 'true', added: [1, 'a'] })).toEqual({
      template: undefined,
      found: undefined,
      added: ['a'],
    });
    expect(readAddSearch({ added: Array.from({ length: 60 }, String) }).added).toHaveLength(50);
  });
});
