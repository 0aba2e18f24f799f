import { type PortalUserDetails, type PortalUserHome, portalResources } from '@azulejo/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setDictionary } from '../../../languages/dictionary.ts';
import { channelOf, propertyOf, tileOf } from '../../../testing/devices.ts';
import { refused } from '../../../testing/fake-server.ts';
import { fakePortal } from '../../testing/fake-portal.ts';
import { openPortal } from '../../testing/open-portal.tsx';

const ana = portalResources.users.get.example.reply as PortalUserDetails;
const group = (id: string, label: string, position: number, parent?: string) => ({
  href: '',
  id,
  isDefault: false,
  kind: 'device' as const,
  label,
  position,
  ...(parent !== undefined && { parent }),
});

const home = (count: number): PortalUserHome => {
  const ids = Array.from({ length: count }, (_, n) => `lamp-${n}`);
  return {
    groups: [group('kitchen', 'Kitchen', 1), group('hall', 'Hall', 0), group('shelf', 'Shelf', 0, 'kitchen')],
    channels: ids.map((id) => channelOf(id, [propertyOf('status')])),
    tiles: ids.map((id, n) => tileOf(id, `Lamp ${n}`, { groups: [n === 0 ? 'shelf' : 'hall'] })),
    values: [
      {
        channel: 'lamp-0',
        component: 'light-bulb',
        property: 'status',
        data: true,
        timestamp: '2026-03-01T12:00:00.000+0000',
      },
    ] as never,
  } as PortalUserHome;
};

type Replies = NonNullable<NonNullable<Parameters<typeof fakePortal>[0]>['users']>;

async function look(users: Replies) {
  const platform = fakePortal({ users });
  const user = openPortal(platform, `/users/${ana.id}`);
  const section = within(await screen.findByRole('region', { name: 'Home' }));
  expect(platform.sent('users.home')).toEqual([]);
  await user.click(section.getByRole('button', { name: 'Show the home' }));
  return { platform, user, section };
}

describe('the home of a user', () => {
  it('reads the home of a user only on request, and again on request', async () => {
    const { platform, user, section } = await look({});
    await section.findByText('This home is empty.');
    await user.click(section.getByRole('button', { name: 'Refresh' }));
    await expect.poll(() => platform.sent('users.home').length).toBe(2);
  });

  it('shows areas in their order, with the tiles of their groups and the latest values', async () => {
    const { section } = await look({ home: home(2) });
    const areas = await section.findAllByRole('region');
    expect(areas.map((area) => area.getAttribute('aria-label'))).toEqual(['Hall', 'Kitchen']);
    expect(areas[1]?.textContent).toMatch(/Lamp 0.*On/);
    expect(areas[0]?.textContent).toMatch(/Lamp 1/);
  });

  it('says the states in the language of the page', async () => {
    setDictionary({ names: {}, states: { On: 'An' }, commands: {}, phrases: {} });
    const { section } = await look({ home: home(1) });
    const kitchen = await section.findByRole('region', { name: 'Kitchen' });
    setDictionary(undefined);
    expect(kitchen.textContent).toMatch(/Lamp 0.*An$/);
  });

  it('lists the channels, with links to their messages and templates', async () => {
    const { section } = await look({ home: home(1) });
    const messages = await section.findByRole('link', { name: 'Messages of Lamp 0' });
    expect(messages.getAttribute('href')).toBe('/portal/messages?channel=lamp-0');
    const template = section.getByRole('link', { name: 'Template of Lamp 0' }).getAttribute('href');
    expect(template).toMatch(/^\/portal\/templates\/[0-9a-f-]{36}$/);
  });

  it('names a channel without a tile', async () => {
    const { section } = await look({ home: { ...home(1), tiles: [] } });
    expect(await section.findByText('Without a tile')).toBeTruthy();
    expect(section.getByText('This home is empty.')).toBeTruthy();
  });

  it('shows the first tiles and channels of a large home, and all on request', async () => {
    const { user, section } = await look({ home: home(30) });
    const hall = within(await section.findByRole('region', { name: 'Hall' }));
    expect(hall.getAllByRole('article')).toHaveLength(24);
    await user.click(hall.getByRole('button', { name: 'Show all 29' }));
    expect(hall.getAllByRole('article')).toHaveLength(29);
    await user.click(section.getByRole('button', { name: 'Show all 30' }));
    expect(section.getAllByRole('row')).toHaveLength(31);
  });

  it('shows why the home of a user cannot be read', async () => {
    const { section } = await look({ home: refused(403, 1700, { text: 'You may not read this.' }) });
    expect(await section.findByText('You may not read this.')).toBeTruthy();
  });
});
