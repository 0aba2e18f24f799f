import type { Alarm } from '@azulejo/contract';
import { screen } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { channelOf, propertyOf, tileOf } from '../../../testing/devices.ts';
import { channelList, fakeHome, reportOf } from '../../testing/fake-home.ts';
import { openHome, signIn } from '../../testing/open-home.tsx';

const smoke = propertyOf('smoke', { classes: ['io.muzzley.safety.smoke'], io: 'r', controlInterfaces: [] });
const started = '2026-03-01T12:00:00.000+0000';
const active: Alarm = {
  id: 'one',
  channel: 'smoke',
  component: 'light-bulb',
  property: 'smoke',
  kind: 'smoke',
  started,
};

function open(path = '') {
  signIn();
  const stored = { elements: [active] };
  const seen = { timestamp: started, by: { type: 'user' as const, id: 'rui', name: 'Rui' } };
  const platform = fakeHome({
    tiles: { list: { tiles: [tileOf('smoke', 'Smoke alarm', { actions: [] })] } },
    channels: { list: channelList([channelOf('smoke', [smoke])]) },
    values: { list: { elements: [reportOf('smoke', 'smoke', true)] } as never },
    alarms: {
      list: () => stored as never,
      see: () => {
        stored.elements = [{ ...active, seen }];
        return stored.elements[0] as never;
      },
    },
  });
  return { platform, stored, seen, ...openHome(platform, path) };
}

it('keeps an acknowledged alarm as a calm line with the name of the person', async () => {
  const { platform, user } = open();
  await user.click(await screen.findByRole('button', { name: 'Seen: Smoke in the kitchen' }));
  expect(await screen.findByText(/Smoke alarm · Seen by Rui, /)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Seen/ })).toBeNull();
  expect(platform.sent('alarms.see').map(({ call }) => call)).toEqual([
    expect.stringMatching(/\/alarms\/one\/seen$/),
  ]);
  expect(document.title).not.toMatch(/Smoke/);
});

it('lists alarms with their end and the person who acknowledged them first', async () => {
  const { stored, seen } = open('/alarms');
  stored.elements = [active, { ...active, id: 'two', ended: started, seen }];
  expect(await screen.findByText('Not ended')).toBeTruthy();
  expect(await screen.findByText(/Ended .*2026/)).toBeTruthy();
  expect(screen.getByText(/Not seen by anyone/)).toBeTruthy();
  expect(screen.getByText(/Seen by Rui/)).toBeTruthy();
});

it('shows the number of unseen alarms on the icon of the app, where the browser can', async () => {
  const shown: number[] = [];
  const badge = {
    setAppBadge: async (count: number) => void shown.push(count),
    clearAppBadge: async () => void shown.push(0),
  };
  Object.assign(navigator, badge);
  onTestFinished(() => {
    for (const name of Object.keys(badge)) Reflect.deleteProperty(navigator, name);
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Seen: Smoke in the kitchen' }));
  await screen.findByText(/Seen by Rui/);
  await expect.poll(() => shown).toEqual([0, 1, 0]);
});
