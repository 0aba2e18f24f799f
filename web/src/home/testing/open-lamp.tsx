import type { TileGroup } from '@azulejo/contract';
import { screen, within } from '@testing-library/react';
import { kitchen } from '../../testing/devices.ts';
import { fakeHome } from './fake-home.ts';
import { type HomeReplies, openHome, signIn } from './open-home.tsx';

const hall: TileGroup = { ...kitchen, id: 'hall', label: 'Hall' };
const shelf: TileGroup = { ...kitchen, id: 'shelf', label: 'Shelf', parent: kitchen.id };

/** Opens the page of the lamp, which has no history unless the test replies with one. */
export async function openLamp(replies: HomeReplies = {}) {
  signIn();
  const platform = fakeHome({
    tileGroups: { list: { tileGroups: [kitchen, hall, shelf] } },
    values: { history: { elements: [] } },
    activity: { list: { elements: [] } },
  } as HomeReplies);
  platform.reply(replies);
  const { user, stores, router } = openHome(platform, '/devices/lamp');
  await screen.findByRole('heading', { level: 1, name: 'Desk lamp' });
  const choose = async (item: string) => {
    await user.click(screen.getByRole('button', { name: 'Change this device' }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
    return within(await screen.findByRole('dialog'));
  };
  return { platform, user, stores, router, choose };
}

export const wireTime = (ms: number): string => new Date(ms).toISOString().replace('Z', '+0000');
