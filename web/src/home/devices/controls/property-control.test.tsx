import type { Property } from '@azulejo/contract';
import { act, cleanup, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { channelOf, propertyOf } from '../../../testing/devices.ts';
import { refused } from '../../../testing/fake-server.ts';
import { fakeHome, reportOf } from '../../testing/fake-home.ts';
import { type HomeReplies, renderHome } from '../../testing/open-home.tsx';
import { PropertyControl } from './property-control.tsx';

function show(id: string, members: Partial<Property>, replies: HomeReplies = {}, others: Property[] = []) {
  const platform = fakeHome(replies);
  const property = propertyOf(id, { label: id, ...members });
  const channel = channelOf('lamp', [property, ...others]);
  const [component] = channel.components;
  if (!component) throw new Error('The channel has no component.');
  const { user, stores } = renderHome(
    platform,
    <PropertyControl channel={channel} component={component} property={property} device="Hall" />,
  );
  const report = (data: unknown, of = id, timestamp = '2026-03-01T12:00:00.000+0000') =>
    act(async () => {
      stores.live.values.take({ ...reportOf('lamp', of, data), timestamp });
      // Values are shown with the next frame.
      await new Promise((resolve) => requestAnimationFrame(resolve));
    });
  const signedIn = () =>
    stores.session.client.signIn.password({ username: 'ana@example.org', password: 'a sentence' });
  return { user, platform, report, signedIn };
}
const level: Partial<Property> = {
  schema: 'number',
  controlInterfaces: [{ id: 'value', controlInterface: 'number', config: { min: 0, max: 9, step: 1 } }],
};
const control = () => screen.getByRole('switch');
const note = () => screen.getByRole('status').textContent;

describe('a property with its control', () => {
  it('shows the value of the device as it changes', async () => {
    const { report } = show('power', {});
    expect(screen.getByRole('switch', { name: 'power: not known' })).toBeTruthy();
    await report(true);
    expect(screen.getByRole('switch', { name: 'power: On' })).toBeTruthy();
    await report(false, 'power', '2026-03-01T12:00:01.000+0000');
    expect(screen.getByRole('switch', { name: 'power: Off' })).toBeTruthy();
  });

  it('waits for the device, and says that it is done', async () => {
    let answer = (_command: never) => {};
    const { user, report, signedIn } = show(
      'power',
      {},
      {
        values: { put: () => new Promise((resolve) => (answer = resolve)) },
      },
    );
    await signedIn();
    await report(false);
    await user.click(control());
    await expect.poll(note).toBe('Waiting for the device…');
    expect(screen.getByRole('switch', { name: 'power: On' })).toBeTruthy();
    answer({ state: 'done', answer: true } as never);
    await expect.poll(note).toBe('Done');
  });

  it.each([
    [refused(429, 2301, { text: 'Too many writes.' }), 'Too many writes'],
    [{ state: 'refused', reason: 'The device refused (no_power)' } as never, 'The device refused: no power'],
    [{ state: 'unanswered' } as never, 'No answer from the device'],
    [{ state: 'answered', answer: false } as never, 'The device set a different value'],
  ])('says why a write had no effect: case %#', async (put, text) => {
    const { user, report, signedIn } = show('power', {}, { values: { put } });
    await signedIn();
    await report(false);
    await user.click(control());
    await expect.poll(note).toBe(text);
    expect(screen.getByRole('switch', { name: 'power: Off' })).toBeTruthy();
  });

  it('says that a value is old while its device is away', async () => {
    const { report } = show('power', {});
    await report(true);
    expect(note()).toBe('');
    await report('unreachable', 'access');
    expect(note()).toMatch(/^The device is not answering\. Last known on Mar 1, 2026/);
  });

  it('asks before a lock is opened, and not before it is closed', async () => {
    const { user, platform, report, signedIn } = show('locked', { classes: ['io.muzzley.security.locked'] });
    await signedIn();
    await report(true);
    await user.click(control());
    const dialog = await screen.findByRole('dialog', { name: 'Unlock Hall?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(platform.sent('values.put')).toEqual([]);
    await report(false, 'locked', '2026-03-01T12:00:01.000+0000');
    await user.click(control());
    await expect.poll(() => platform.bodies('values.put')).toEqual([{ data: true }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('sends only the last of several quick changes', async () => {
    const { user, platform, report, signedIn } = show('level', level);
    await signedIn();
    await report(3);
    const more = screen.getByRole('button', { name: 'level: more' });
    await user.tripleClick(more);
    expect(screen.getByDisplayValue('6')).toBeTruthy();
    await expect.poll(() => platform.bodies('values.put')).toEqual([{ data: 4 }, { data: 6 }]);
  });

  it('sends what waits although its control has gone and the clock was set back', async () => {
    const { user, platform, report, signedIn } = show('level', level, {
      values: { put: () => new Promise(() => {}) },
    });
    await signedIn();
    await report(3);
    const more = screen.getByRole('button', { name: 'level: more' });
    await user.click(more);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
    await user.click(more);
    cleanup();
    await expect.poll(() => platform.bodies('values.put')).toEqual([{ data: 4 }, { data: 5 }]);
  });
});

describe('a property that is only read', () => {
  const reading: Partial<Property> = {
    io: 'r',
    schema: 'https://home.example.org/v3/schemas/boolean',
    controlInterfaces: [],
  };

  it('shows a property that is only read in words', async () => {
    const { report } = show('contact', { ...reading });
    expect(screen.getByText('Not known yet')).toBeTruthy();
    await report(true);
    expect(screen.getByText('Yes')).toBeTruthy();
  });

  it('shows the members of a composite value', async () => {
    const { report } = show('position', { ...reading, schema: 'composite' });
    await report({ latitude: 38.5, is_home: false });
    expect(screen.getByText('Latitude').nextElementSibling?.textContent).toBe('38.5');
    expect(screen.getByText('Is home').nextElementSibling?.textContent).toBe('No');
  });
});

describe('the colour and the white of a lamp', () => {
  const white = propertyOf('white', { classes: ['io.muzzley.lighting.color-temperature'] });
  const color: Partial<Property> = {
    classes: ['io.muzzley.lighting.color'],
    schema: 'color-hsv',
    controlInterfaces: [{ id: 'value', controlInterface: 'color', config: {} }],
  };

  it('shows which of colour and white was set last', async () => {
    const { report } = show('color', color, {}, [white]);
    const hue = () => screen.getByRole('slider', { name: 'color: hue' }).getAttribute('aria-valuetext');
    await report({ h: 120, s: 90, v: 100 });
    expect(hue()).toBe('Green, 120 degrees');
    await report(300, 'white', '2026-03-01T12:00:05.000+0000');
    expect(hue()).toBe('Not known');
    await report({ h: 240, s: 90, v: 100 }, 'color', '2026-03-01T12:00:09.000+0000');
    expect(hue()).toBe('Blue, 240 degrees');
  });
});
