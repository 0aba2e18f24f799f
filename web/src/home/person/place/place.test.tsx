import { screen, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeHome } from '../../testing/fake-home.ts';
import { fine, openOne } from '../../testing/open-editor.tsx';
import { type HomeReplies, openHome, signIn } from '../../testing/open-home.tsx';

const SPRING = new Date('2026-03-20T12:00:00Z');
const lisbon = { timezone: 'Europe/Lisbon', source: 'phone' } as const;
const homeTime = { get: { ...lisbon, proposed: lisbon } };
const stored = { id: 'home', name: 'Home', address: '', latitude: 0, longitude: 0, wifi: [] };

/** Opens the sheet from the preferences, as a person in Lisbon. */
async function open(replies: HomeReplies = {}) {
  vi.useFakeTimers({ now: SPRING, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  signIn();
  const platform = fakeHome({
    homeTime,
    places: { list: { places: [stored] }, update: stored },
    preferences: { get: { hour_format: '24h', units: 'metric', locale: 'en_GB' }, update: {} },
    ...replies,
  } as HomeReplies);
  const page = openHome(platform, '/preferences');
  await page.user.click(await screen.findByRole('link', { name: 'Say where it is' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Where is your home?' }));
  const town = await sheet.findByRole('combobox', { name: 'Town' });
  await sheet.findByText(/^Use the middle of/);
  return { platform, sheet, town, ...page };
}

/** Stands in for the browser's answer to where it is. */
function answerPosition(answer: Partial<GeolocationCoordinates> | undefined) {
  const getCurrentPosition: Geolocation['getCurrentPosition'] = (found, failed) =>
    answer ? found({ coords: answer } as GeolocationPosition) : failed?.({} as GeolocationPositionError);
  vi.stubGlobal('isSecureContext', true);
  Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'geolocation');
    vi.unstubAllGlobals();
  });
}

describe('the place of the home', () => {
  it('is a town, found by a name in another language, whose sunset is shown before it is saved', async () => {
    const { platform, sheet, town, user } = await open();
    await user.type(town, 'Lissab');
    await user.click(await sheet.findByRole('option', { name: /Lisbon.*Portugal/ }));
    await sheet.findByText('Sunset today 18:48, sunrise tomorrow 06:38.');
    await sheet.findByRole('img', { name: 'Sunrise 06:40, sunset 18:48' });
    await user.click(sheet.getByRole('button', { name: 'Save' }));
    await screen.findByText('Sunset today 18:48, sunrise tomorrow 06:38.');
    expect(platform.bodies('places.update')).toEqual([
      { latitude: 38.72, longitude: -9.13, address: 'Lisbon, Portugal' },
    ]);
    expect(platform.sent('preferences.update')).toEqual([]);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });

  it('says that no town has a name, and tells towns of one name apart', async () => {
    const { sheet, town, user } = await open();
    await user.type(town, 'Xyzw');
    await sheet.findByText('No town of this name. Try the next bigger one.');
    await user.clear(town);
    await user.type(town, 'Springfield');
    await sheet.findByRole('option', { name: /United States, near Boston/ });
  });

  it('is where this device is, and takes the time zone of the place unless told otherwise', async () => {
    answerPosition({ latitude: 52.51, longitude: 13.39, accuracy: 148 });
    const { platform, sheet, user } = await open();
    await user.click(await sheet.findByRole('button', { name: 'Use this device’s location' }));
    await sheet.findByText('About Berlin');
    await sheet.findByText('From this device, to 150 m');
    await sheet.findByText('Automations run by the time of Europe/Lisbon. Berlin has that of Europe/Berlin.');
    await user.click(sheet.getByRole('switch', { name: 'Take the time zone of Berlin too' }));
    await user.click(sheet.getByRole('button', { name: 'Save' }));
    await expect
      .poll(() => platform.bodies('preferences.update'))
      .toEqual([{ home_timezone: 'Europe/Lisbon' }]);
    expect(platform.bodies('places.update')).toMatchObject([{ latitude: 52.51, longitude: 13.39 }]);
  });

  it('is typed when the browser gives no location', async () => {
    answerPosition(undefined);
    const { sheet, user } = await open();
    await user.click(await sheet.findByRole('button', { name: 'Use this device’s location' }));
    await sheet.findByText('This browser gave no location.');
    expect(sheet.queryByRole('button', { name: /location/ })).toBeNull();
  });

  it('is roughly that of the time zone, also by an older name of it', async () => {
    const kolkata = { timezone: 'Asia/Calcutta', source: 'phone' } as const;
    const { platform, sheet, user } = await open({ homeTime: { get: { ...kolkata, proposed: kolkata } } });
    expect(sheet.queryByRole('button', { name: /location/ })).toBeNull();
    await user.click(sheet.getByRole('button', { name: 'Use the middle of Asia/Calcutta' }));
    await sheet.findByText('About Mumbai');
    await sheet.findByText(/^Sunset today about 18:/);
    await user.click(sheet.getByRole('button', { name: 'Save' }));
    await expect.poll(() => platform.bodies('places.update')).toMatchObject([{ latitude: 19.07 }]);
  });

  it('stays unsaved with the reason when the platform refuses it', async () => {
    const { sheet, user } = await open({
      places: {
        list: { places: [stored] },
        update: () => {
          throw new TypeError('unreachable');
        },
      },
    } as HomeReplies);
    await user.click(sheet.getByRole('button', { name: /^Use the middle of/ }));
    await user.click(await sheet.findByRole('button', { name: 'Save' }));
    await sheet.findByText(/cannot be reached/);
  });
});

it('the check of an automation that needs the sun asks for the place, and runs again by itself', async () => {
  let isKnown = false;
  const problem = {
    path: 'onlyIf',
    code: 'no_position',
    text: 'Say where home is, for the sun.',
    severity: 'error',
  } as const;
  const { user } = await openOne({
    homeTime,
    automations: { check: () => ({ ...fine, problems: isKnown ? [] : [problem] }) },
    places: {
      list: { places: [stored] },
      update: () => {
        isKnown = true;
        return stored;
      },
    },
  } as HomeReplies);
  await user.click(await screen.findByRole('button', { name: 'Where is your home?' }));
  await user.click(await screen.findByRole('button', { name: /^Use the middle of/ }));
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await screen.findByText('No problem found, and no loop.');
  await expect.poll(() => document.activeElement?.textContent).toMatch(/dark/);
});
