import type { RenderedTile } from '@azulejo/sdk';
import { describe, expect, it, vi } from 'vitest';
import { lampTile } from '../../../testing/devices.ts';
import { IDLE, type WriteStatus } from '../../../tiles/write-status.ts';
import { dimAll, snapshotOfGroup, turnAll } from './group-snapshot.ts';

type Lamp = { level?: number; status?: WriteStatus; isSilent?: boolean; max?: number; rateLimit?: number };

/** Returns a lamp that is on at a level, or off without one. */
function member(channel: string, { level, status = IDLE, isSilent = false, max = 254, rateLimit = 0 }: Lamp) {
  const dimmer = { component: 'bulb', property: 'brightness', min: 0, max, step: 1, rateLimit };
  const tile: RenderedTile = {
    id: channel,
    label: channel,
    slots: [],
    state: [],
    isPressable: true,
    severity: 'normal',
    toggle: {
      label: channel,
      state: level === undefined ? 'off' : 'on',
      icon: 'on_off',
      write: { component: 'bulb', property: 'status', on: 1, off: 0 },
    },
    ...(level !== undefined && { light: { level, dimmer } }),
  };
  return { channel, label: channel, snapshot: { tile, status, isSilent, now: 0 } };
}

const group = { ...lampTile, id: 'ceiling', label: 'Ceiling', lamps: [] };
const renderGroup = (...lamps: Lamp[]) =>
  snapshotOfGroup(
    group,
    lamps.map((lamp, index) => member(`Lamp ${index + 1}`, lamp)),
  );
const failed = (state: 'refused' | 'unanswered', text: string): WriteStatus => ({ state, text });

describe('the tile of a group of lamps', () => {
  it.each([
    ['all are off', [{}, {}], ['Off'], 'off'],
    ['all are on', [{ level: 0.2 }, { level: 0.6 }], ['On', '40 %'], 'on'],
    ['some are on', [{ level: 0.5 }, {}, { level: 0.7 }, { level: 0.6 }], ['3 of 4 on', '60 %'], 'on'],
  ] as const)('shows how many are on and their mean brightness when %s', (_what, lamps, state, toggle) => {
    const { tile } = renderGroup(...lamps);
    expect(tile.state).toEqual(state);
    expect(tile.toggle?.state).toBe(toggle);
  });

  it('waits as long for a group as for one lamp, and then says how many did not obey', () => {
    const pending = renderGroup(
      { status: { state: 'pending', data: 1 } },
      { status: failed('refused', 'No') },
    );
    expect(pending.status).toEqual({ state: 'pending', data: true });
    expect(pending.note).toBeUndefined();
    const silent = renderGroup({ level: 1 }, { status: failed('unanswered', 'No answer from the device') });
    expect(silent.note?.text).toBe('1 of 2 did not answer');
    expect(silent.note?.title).toBe('Lamp 2: No answer from the device');
    expect(renderGroup({ level: 1 }, { status: failed('refused', 'No') }).note?.text).toBe('1 of 2 refused');
    const mixed = renderGroup({ status: failed('refused', 'No') }, { status: failed('unanswered', 'No') });
    expect(mixed.note?.text).toBe('2 of 2 failed');
  });

  it('says that some lamps do not answer, and that the group is away when no lamp does', () => {
    expect(renderGroup({ level: 1 }, { isSilent: true }).note?.text).toBe('1 of 2: no answer');
    expect(renderGroup({ isSilent: true }, { isSilent: true }).isSilent).toBe(true);
  });

  it('turns on lamps that are off, and dims lamps that are on, each on its own scale', () => {
    const write = vi.fn();
    const lamps = [member('a', { level: 1 }), member('b', {}), member('c', { level: 0.1, max: 100 })];
    turnAll(lamps, true, write);
    expect(write.mock.calls).toEqual([[{ channel: 'b', component: 'bulb', property: 'status' }, 1]]);
    write.mockClear();
    dimAll(lamps, 0.5, write);
    expect(write.mock.calls).toEqual([
      [{ channel: 'a', component: 'bulb', property: 'brightness' }, 127],
      [{ channel: 'c', component: 'bulb', property: 'brightness' }, 50],
    ]);
  });

  it('waits for a group as long as for the slowest of its lamps', () => {
    const { tile } = renderGroup({ level: 1, rateLimit: 60 }, { level: 1, rateLimit: 20 }, { level: 1 });
    expect(tile.light?.dimmer?.rateLimit).toBe(20);
  });
});
