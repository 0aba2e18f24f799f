import {
  exampleToken,
  type NotificationBrowser,
  type NotificationSettings,
  resources,
} from '@azulejo/contract';
import { screen, within } from '@testing-library/react';
import { fakeHome } from './fake-home.ts';
import { type HomeReplies, openHome, signIn } from './open-home.tsx';

export const example = resources.notifications.get.example.reply as NotificationSettings;
export const [phone] = example.browsers as [NotificationBrowser];
export const laptop: NotificationBrowser = {
  ...phone,
  id: 'laptop',
  name: 'Chrome on Linux',
  delivered: null,
};
export const none: NotificationSettings = { ...example, browsers: [] };

/** Opens the page of notifications, signed in. */
export async function openNotifications(replies: HomeReplies['notifications'] = {}) {
  signIn();
  const platform = fakeHome({ notifications: { get: none, ...replies } });
  const { user, stores, router } = openHome(platform, '/notifications');
  await screen.findByRole('region', { name: 'This browser' });
  const section = (name: string) => within(screen.getByRole('region', { name }));
  return { platform, user, stores, router, section };
}

/** Remembers that this browser gets notifications, as `turnOn` does. */
export const remember = (id: string) =>
  localStorage.setItem(
    'azulejo.push',
    JSON.stringify({ owner: exampleToken.owner_id, id, endpoint: 'https://push.test/1' }),
  );
