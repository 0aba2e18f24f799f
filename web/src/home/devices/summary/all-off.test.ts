import { describe, expect, it, vi } from 'vitest';
import type { WriteStatus } from '../../../tiles/write-status.ts';
import { createAllOff } from './all-off.ts';

const lampsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    channel: `lamp-${index}`,
    component: 'lamp',
    property: 'status',
    label: `Lamp ${index}`,
    on: true,
    off: false,
  }));

/** Writes that end when the test says so. */
function fakeWrites() {
  const open: { channel: string; data: unknown; end: (status: WriteStatus) => void }[] = [];
  const write = vi.fn(
    ({ channel }: { channel: string }, data: unknown) =>
      new Promise<WriteStatus>((end) => open.push({ channel, data, end })),
  );
  return { open, write };
}

describe('turning off all lamps', () => {
  it('writes to four at once, and says which obeyed', async () => {
    const { open, write } = fakeWrites();
    const allOff = createAllOff(write);
    const ended = allOff.turnOff(lampsOf(6));
    expect(open.map(({ channel }) => channel)).toEqual(['lamp-0', 'lamp-1', 'lamp-2', 'lamp-3']);
    open[1]?.end({ state: 'unanswered', text: 'No answer from the device' });
    await expect.poll(() => open.length).toBe(5);
    for (let index = 0; index < 6; index += 1) {
      await expect.poll(() => open.length).toBeGreaterThan(index);
      open[index]?.end({ state: 'done' });
    }
    await ended;
    const state = allOff.get();
    expect(state).toMatchObject({ state: 'ended', failed: [{ text: 'No answer from the device' }] });
    expect(state.state === 'ended' && state.off).toHaveLength(5);
  });

  it('turns on again the lamps that obeyed, and no others', async () => {
    const { open, write } = fakeWrites();
    const allOff = createAllOff(write);
    const ended = allOff.turnOff(lampsOf(2));
    open[0]?.end({ state: 'done' });
    open[1]?.end({ state: 'refused', text: 'The device refused' });
    await ended;
    void allOff.undo();
    await expect.poll(() => write.mock.calls.length).toBe(3);
    expect(open[2]).toMatchObject({ channel: 'lamp-0', data: true });
    expect(allOff.get().state).toBe('idle');
  });

  it('leaves out a lamp that somebody else switched meanwhile, and ignores a second press', async () => {
    const { open, write } = fakeWrites();
    const allOff = createAllOff(write);
    const ended = allOff.turnOff(lampsOf(1));
    await allOff.turnOff(lampsOf(3));
    expect(write).toHaveBeenCalledTimes(1);
    open[0]?.end({ state: 'idle' });
    await ended;
    expect(allOff.get()).toEqual({ state: 'ended', off: [], failed: [] });
  });
});
