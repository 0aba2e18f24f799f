import { beforeEach, describe, expect, it, vi } from 'vitest';
import { checkPin, createPin, isPinShape } from './pin.ts';
import { readWallTablet, saveWallTablet } from './wall-tablet-settings.ts';

const MINUTE_MS = 60_000;
const states = async (...pins: string[]) => {
  const found: string[] = [];
  for (const pin of pins) found.push((await checkPin(pin)).state);
  return found;
};
const wrong = Array<string>(5).fill('1111');

describe('a PIN', () => {
  it('accepts PINs of 4 to 12 digits', () => {
    const pins = ['1234', '123456789012', '123', '1234567890123', '12a4', ''];
    expect(pins.map(isPinShape)).toEqual([true, true, false, false, false, false]);
  });

  it('stores a PIN as a salted hash of at least 600,000 iterations', async () => {
    const [one, other] = [await createPin('2468'), await createPin('2468')];
    expect(one.iterations).toBeGreaterThanOrEqual(600_000);
    expect(one.hash).not.toBe(other.hash);
    expect(JSON.stringify(one)).not.toContain('2468');
  });
});

describe('checking a PIN', () => {
  beforeEach(async () => {
    vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z'), toFake: ['Date'] });
    const pin = await createPin('2468');
    saveWallTablet({ minutes: 5, asksForCovers: true, pin, tries: 0, blockedUntil: 0 });
  });

  it('accepts the right PIN and says how many tries are left', async () => {
    expect(await checkPin('1111')).toEqual({ state: 'wrong', left: 4 });
    expect(await checkPin('2468')).toEqual({ state: 'right' });
    expect(await checkPin('1111')).toEqual({ state: 'wrong', left: 4 });
  });

  it('accepts no PIN for a minute after five wrong ones, not even the right one', async () => {
    expect(await states(...wrong, '2468')).toEqual([
      'wrong',
      'wrong',
      'wrong',
      'wrong',
      'blocked',
      'blocked',
    ]);
    vi.setSystemTime(Date.now() + MINUTE_MS - 1);
    expect(await states('2468')).toEqual(['blocked']);
    vi.setSystemTime(Date.now() + 1);
    expect(await states('2468')).toEqual(['right']);
    expect(readWallTablet()).toMatchObject({ tries: 0, blockedUntil: 0 });
  });

  it('doubles the pause at each further wrong one, up to a day', async () => {
    await states(...wrong);
    for (const minutes of [2, 4, 8]) {
      vi.setSystemTime(readWallTablet().blockedUntil);
      expect(await states('1111')).toEqual(['blocked']);
      expect(readWallTablet().blockedUntil - Date.now()).toBe(minutes * MINUTE_MS);
    }
    saveWallTablet({ ...readWallTablet(), tries: 500, blockedUntil: 0 });
    await states('1111');
    expect(readWallTablet().blockedUntil - Date.now()).toBe(1_440 * MINUTE_MS);
  });

  it('counts a try before it is checked, so that a reload does not reset it', async () => {
    const checking = checkPin('1111');
    expect(readWallTablet().tries).toBe(1);
    await checking;
  });

  it('accepts no PIN when the settings are damaged', async () => {
    localStorage.setItem('azulejo.wall-tablet', '{"pin":');
    expect(await states('', '2468')).toEqual(['wrong', 'wrong']);
  });
});
