import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { chooseOption } from '../../../testing/choose-option.ts';
import { refused } from '../../../testing/fake-server.ts';
import { fakeHome } from '../../testing/fake-home.ts';
import { type HomeReplies, openHome, signIn } from '../../testing/open-home.tsx';
import { localeChoices, localeName } from './locales.ts';

async function open(replies: HomeReplies = {}) {
  signIn();
  const platform = fakeHome({
    preferences: { get: { units: 'metric' }, update: { units: 'imperial' } },
    ...replies,
  });
  const { user, stores } = openHome(platform, '/preferences');
  await screen.findByRole('heading', { level: 1, name: 'Preferences' });
  return { platform, user, stores };
}
const section = (name: string) => within(screen.getByRole('region', { name }));
const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });

describe('units and language', () => {
  it('shows what the person set, and saves a change', async () => {
    const { platform, user, stores } = await open();
    await expect.poll(() => radio('°C, metres').checked).toBe(true);
    await user.click(radio('°F, feet'));
    expect(stores.preferences.reading().units).toBe('imperial');
    await section('Units and language').findByText('Saved');
    expect(platform.bodies('preferences.update')).toEqual([{ units: 'imperial' }]);
  });

  it('returns to the earlier value when the platform refuses the change', async () => {
    const update = refused(400, 2001, { text: 'The request is invalid.' });
    const { user } = await open({ preferences: { get: { units: 'metric' }, update } });
    await expect.poll(() => radio('°C, metres').checked).toBe(true);
    await user.click(radio('°F, feet'));
    await section('Units and language').findByText('Not saved. The request is invalid.');
    expect(radio('°C, metres').checked).toBe(true);
  });

  it('shows an example in the chosen format', async () => {
    await open({ preferences: { get: { locale: 'de_DE', hour_format: '24h' } } });
    await section('Units and language').findByText(/^1\.234,5 · /);
  });

  it('sets the language apart from the formats', async () => {
    const { platform, user } = await open({
      preferences: { get: { locale: 'en_GB' }, update: { locale: 'en_GB', language: 'de' } },
    });
    await chooseOption(user, 'Language', 'Deutsch');
    await expect.poll(() => platform.bodies('preferences.update')).toEqual([{ language: 'de' }]);
    expect(await screen.findByText(/^1,234\.5 ·/)).toBeTruthy();
  });

  it('takes over what another tab saved', async () => {
    const { stores } = await open();
    await expect.poll(() => radio('°C, metres').checked).toBe(true);
    localStorage.setItem('azulejo.preferences', JSON.stringify({ units: 'imperial' }));
    dispatchEvent(new StorageEvent('storage', { key: 'azulejo.preferences' }));
    await expect.poll(() => radio('°F, feet').checked).toBe(true);
    expect(stores.preferences.document()).toEqual({ units: 'imperial' });
  });

  it('opens with what this browser knows before the platform responds', async () => {
    localStorage.setItem('azulejo.preferences', JSON.stringify({ units: 'imperial' }));
    await open({ preferences: { get: () => new Promise<never>(() => undefined) } });
    expect(radio('°F, feet').checked).toBe(true);
  });

  it('ignores a damaged copy in the browser', async () => {
    localStorage.setItem('azulejo.preferences', '{"units":');
    const { stores } = await open({ preferences: { get: {} } });
    expect(stores.preferences.document()).toEqual({});
  });
});

describe('the profile', () => {
  it('saves a new name', async () => {
    const { platform, user } = await open();
    const name = await screen.findByLabelText('Name');
    expect(section('You').getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    await user.clear(name);
    expect(screen.getByText('Type your name.')).toBeTruthy();
    await user.type(name, ' Ana Reis ');
    await user.click(section('You').getByRole('button', { name: 'Save' }));
    await section('You').findByText('Saved');
    expect(platform.bodies('legacyUsers.update')).toEqual([{ name: 'Ana Reis' }]);
  });

  it('offers to try again when it cannot be loaded', async () => {
    await open({ legacyUsers: { get: refused(500, 1000, { text: 'The platform has a problem.' }) } });
    expect(await section('You').findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('privacy preferences', () => {
  it('stops sharing the location', async () => {
    const { platform, user } = await open();
    await user.click(screen.getByRole('switch', { name: 'Share my location' }));
    await expect.poll(() => platform.bodies('preferences.update')).toEqual([{ location_sharing: false }]);
  });

  it('leads to the account from privacy', async () => {
    const { user } = await open();
    await user.click(section('Privacy and security').getByRole('link', { name: 'Open' }));
    await screen.findByRole('heading', { level: 1, name: 'Account and security' });
  });
});

describe('the list of locales', () => {
  it('names locales in their own language', () => {
    expect([localeName('it-IT'), localeName('pl-PL')]).toEqual(['Italiano (Italia)', 'Polski (Polska)']);
  });

  it('includes a locale that was chosen elsewhere, and each only once', () => {
    const values = localeChoices('is-IS').map(({ value }) => value);
    expect(values).toContain('is-IS');
    expect(new Set(localeChoices('pt-PT').map(({ value }) => value)).size).toBe(values.length - 1);
  });
});
