import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refused } from '../../../testing/fake-server.ts';
import { fakeHome } from '../../testing/fake-home.ts';
import { type HomeReplies, openHome, signIn } from '../../testing/open-home.tsx';
import { zoneChoices } from './zones.ts';

const proposal = (timezone: string, source: 'place' | 'phone' | 'server') =>
  ({ timezone, source, proposed: { timezone, source } }) as const;
const azores = proposal('Atlantic/Azores', 'place');

async function open(replies: HomeReplies = {}) {
  signIn();
  const platform = fakeHome({ homeTime: { get: azores }, preferences: { get: {}, update: {} }, ...replies });
  const { user } = openHome(platform, '/preferences');
  const section = within(await screen.findByRole('region', { name: 'Your home' }));
  const choice = () => section.getByRole<HTMLInputElement>('combobox', { name: 'Time zone' });
  const choose = async (search: string, option: string) => {
    await user.click(choice());
    await user.clear(choice());
    await user.type(choice(), search);
    await user.click(await screen.findByRole('option', { name: option }));
  };
  return { platform, section, choice, choose, user };
}

describe('the name of the home', () => {
  const home = { id: 'h_ana', owner: { id: 'ana', name: 'Ana Silva' } };

  it('is that of its owner until somebody names it', async () => {
    const update = { ...home, name: 'Seaside' };
    const { platform, section, user } = await open({ homes: { get: home, update } });
    const field = section.getByRole<HTMLInputElement>('textbox', { name: 'Name of the home' });
    await expect.poll(() => field.placeholder).toBe('Ana’s home');
    await user.type(field, ' Seaside {Enter}');
    await section.findByText('Saved');
    expect(platform.bodies('homes.update')).toEqual([{ name: 'Seaside' }]);
    expect(field.value).toBe('Seaside');
  });

  it('is removed when the field is emptied', async () => {
    const { platform, section, user } = await open({
      homes: { get: { ...home, name: 'Seaside' }, update: home },
    });
    const field = section.getByRole<HTMLInputElement>('textbox', { name: 'Name of the home' });
    await expect.poll(() => field.value).toBe('Seaside');
    await user.clear(field);
    await user.tab();
    await section.findByText('Saved');
    expect(platform.bodies('homes.update')).toEqual([{ name: null }]);
    expect(field.value).toBe('');
  });
});

describe('the time zone of the home', () => {
  it('shows what is proposed, from where, and the time there', async () => {
    for (const [reply, origin] of [
      [azores, 'Taken from the place of your home.'],
      [proposal('Europe/Lisbon', 'phone'), 'Taken from the first of your phones that sent one.'],
      [proposal('UTC', 'server'), 'choose another one if your home is elsewhere.'],
    ] as const) {
      const { section, choice } = await open({ homeTime: { get: reply } });
      await expect.poll(() => choice().value).toBe(`Proposed: ${reply.timezone}`);
      await section.findByText(
        (text) => /^It is \d+:\d\d( [AP]M)? there now\./.test(text) && text.endsWith(origin),
      );
      document.body.replaceChildren();
    }
  });

  it('finds a time zone by a part of its name, and saves it for the home', async () => {
    const { platform, section, choice, choose } = await open({
      preferences: { get: {}, update: { home_timezone: 'America/Sao_Paulo' } },
    });
    await choose('sao p', 'America/Sao Paulo');
    await section.findByText('Saved');
    expect(platform.bodies('preferences.update')).toEqual([{ home_timezone: 'America/Sao_Paulo' }]);
    expect(choice().value).toBe('America/Sao Paulo');
    await section.findByText(/Automations follow this time zone, also while you are away\.$/);
  });

  it('follows the proposed time zone again', async () => {
    const get = { home_timezone: 'Asia/Tokyo' };
    const { platform, section, choice, choose } = await open({ preferences: { get, update: {} } });
    await expect.poll(() => choice().value).toBe('Asia/Tokyo');
    await choose('propo', 'Proposed: Atlantic/Azores');
    await section.findByText('Saved');
    expect(platform.bodies('preferences.update')).toEqual([{ home_timezone: null }]);
    expect(choice().value).toBe('Proposed: Atlantic/Azores');
  });

  it('offers time zones while the proposal cannot be read, and says that one was refused', async () => {
    const update = refused(400, 2001, { text: 'The request is invalid.' });
    const { section, choice, choose } = await open({
      homeTime: { get: refused(500, 1000, { text: 'The platform has a problem.' }) },
      preferences: { get: {}, update },
    });
    expect(choice().value).toBe('As proposed');
    await choose('tokyo', 'Asia/Tokyo');
    await section.findByText('Not saved. The request is invalid.');
    expect(choice().value).toBe('As proposed');
  });

  it('offers each zone once, with one that the browser does not list', () => {
    const values = zoneChoices('Europe/Nowhere').map(({ value }) => value);
    expect(values).toContain('Europe/Nowhere');
    expect(values).toContain('UTC');
    expect(new Set(values).size).toBe(values.length);
  });
});
