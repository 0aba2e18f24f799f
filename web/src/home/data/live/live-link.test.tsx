import { exampleToken } from '@azulejo/contract';
import { errorCodes } from '@azulejo/model';
import { act, cleanup, screen } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import { lampTile, tileOf } from '../../../testing/devices.ts';
import { refused, unreachable } from '../../../testing/fake-server.ts';
import { fakeBroker } from '../../testing/fake-broker.ts';
import { fakeHome, reportOf } from '../../testing/fake-home.ts';
import { openHome, signIn } from '../../testing/open-home.tsx';

const status = { channel: 'lamp', component: 'light-bulb', property: 'status' };
const timeAt = (ms: number) => new Date(Date.now() + ms).toISOString().replace('Z', '+0000');
const lamp = () => screen.findByRole('switch', { name: /^Desk lamp/ });
const note = () => screen.findByText(/^(Live|Connecting…|Offline)/);
const isOn = async () => (await lamp()).getAttribute('aria-checked');

/** Opens the home, and waits until it is live. */
async function open(replies: Parameters<typeof fakeHome>[0] = {}) {
  signIn();
  const broker = fakeBroker();
  const platform = fakeHome(replies, broker);
  const { user, stores } = openHome(platform);
  await screen.findByText('Live');
  await lamp();
  return { platform, broker, user, stores };
}

describe('the live connection', () => {
  it('shows what devices report', async () => {
    const { broker } = await open();
    expect(await isOn()).toBe('false');
    broker.send(status, { io: 'iw', data: true, timestamp: timeAt(0) });
    await expect.poll(isOn).toBe('true');
  });

  it('shows what happened between the values and the connection', async () => {
    const event = { ...reportOf('lamp', 'status', true), type: 'value', id: '1', timestamp: timeAt(0) };
    await open({
      events: {
        list: ({ query }) =>
          ({ elements: query['after'] === 'cursor-1' ? [event] : [], cursor: 'cursor-1' }) as never,
      },
    });
    await expect.poll(isOn).toBe('true');
  });

  it('carries writes, and what the devices set', async () => {
    const { broker, platform, user } = await open();
    await user.click(await lamp());
    await expect
      .poll(() => broker.published)
      .toEqual([
        {
          topic: '/v3/channels/lamp/components/light-bulb/properties/status/value',
          message: { io: 'w', data: true },
        },
      ]);
    await screen.findByText('Turning on…');
    broker.send(status, {
      io: 'iw',
      data: true,
      timestamp: timeAt(0),
      on_behalf_of: exampleToken.owner_id,
    });
    await expect.poll(() => screen.queryByText('Turning on…')).toBeNull();
    expect(await isOn()).toBe('true');
    expect(platform.sent('values.put')).toEqual([]);
  });

  it.each([
    ['refused', 'Refused'],
    ['unanswered', 'No answer'],
  ] as const)('shows that a write was %s', async (state, text) => {
    const { writeErrors } = await import('@azulejo/model');
    const { broker, user } = await open();
    await user.click(await lamp());
    await expect.poll(() => broker.published.length).toBe(1);
    broker.send(status, { io: 'e', timestamp: timeAt(0), error: writeErrors[state] });
    await screen.findByText(text);
    expect(await isOn()).toBe('false');
  });

  it('reads the home again when a report names a device that is not known yet', async () => {
    const { broker, platform, stores } = await open();
    const before = platform.sent('tiles.list').length;
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    act(() => broker.send({ ...status, channel: 'new' }, { io: 'iw', data: 1, timestamp: timeAt(0) }));
    await expect.poll(() => platform.sent('tiles.list').length).toBe(before + 1);
    expect(stores.live.values.all().some(({ channel }) => channel === 'new')).toBe(true);
  });

  it('opens the connection again, and catches up from where it was', async () => {
    const { broker, platform } = await open();
    broker.lose();
    await expect.poll(async () => (await note()).textContent).toBe('Connecting…');
    const event = { ...reportOf('lamp', 'status', true), type: 'value', id: '2', timestamp: timeAt(0) };
    platform.reply({ events: { list: { elements: [event], cursor: 'cursor-2' } as never } });
    broker.restore();
    act(() => void window.dispatchEvent(new Event('online')));
    await screen.findByText('Live');
    await expect.poll(isOn).toBe('true');
    expect(platform.sent('events.list').at(-1)?.query).toMatchObject({ after: 'cursor-1' });
  });

  it('replaces everything when the platform no longer knows the cursor', async () => {
    const { broker, platform } = await open();
    broker.lose();
    await expect.poll(async () => (await note()).textContent).toBe('Connecting…');
    platform.reply({
      events: {
        list: ({ query }) =>
          query['after'] === 'cursor-1'
            ? refused(410, errorCodes.resync)
            : ({ elements: [], cursor: 'cursor-9' } as never),
      },
      values: {
        list: { elements: [{ ...reportOf('lamp', 'status', true), timestamp: timeAt(0) }] } as never,
      },
    });
    broker.restore();
    act(() => void window.dispatchEvent(new Event('online')));
    await expect.poll(isOn).toBe('true');
  });

  it('says that this device is offline', async () => {
    await open();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    await expect.poll(async () => (await note()).textContent).toBe('Offline');
  });

  it('connects again when the network returns, even if the connection did not notice its loss', async () => {
    const { platform } = await open();
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    await expect.poll(async () => (await note()).textContent).toBe('Offline');
    const event = { ...reportOf('lamp', 'status', true), type: 'value', id: '3', timestamp: timeAt(0) };
    platform.reply({ events: { list: { elements: [event], cursor: 'cursor-3' } as never } });
    isOnline.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    await screen.findByText('Live');
    await expect.poll(isOn).toBe('true');
  });

  it('opens one connection when the network returns, while the last one still closes', async () => {
    const { broker, platform } = await open();
    const end = { elements: [], cursor: 'cursor-1' } as never;
    const reply = Promise.withResolvers<never>();
    let reads = 0;
    platform.reply({
      events: {
        list: () => {
          reads += 1;
          return reads === 1 ? reply.promise : end;
        },
      },
    });
    act(() => {
      window.dispatchEvent(new Event('offline'));
      window.dispatchEvent(new Event('online'));
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect.poll(() => broker.openConnections()).toBe(2);
    await screen.findByText('Live');
    reply.resolve(end);
    await expect.poll(() => broker.openConnections()).toBe(1);
    expect(broker.connections()).toBe(2);
    expect((await note()).textContent).toBe('Live');
  });

  it('closes the connection when the person leaves, and forgets the home', async () => {
    const { stores } = await open();
    const leave = stores.live.enter();
    await expect.poll(() => stores.live.get().state).toBe('live');
    leave();
    expect(stores.live.get().tiles).toEqual([]);
    expect(stores.live.values.all()).toEqual([]);
  });
});

describe('the beginning of a session', () => {
  const readings = ({ platform }: Awaited<ReturnType<typeof open>>) => platform.sent('values.list').length;
  const reported = { elements: [reportOf('lamp', 'status', true)] } as never;

  it('reads the values once, for itself and for its connection', async () => {
    const opened = await open({ values: { list: reported } });
    await expect.poll(isOn).toBe('true');
    expect(readings(opened)).toBe(1);
  });

  it('reads the values again for a device without any, until it is known that there are none', async () => {
    vi.stubGlobal('indexedDB', new IDBFactory());
    const none = { values: { list: { elements: [] } as never } };
    const first = await open(none);
    expect(readings(first)).toBe(2);
    const { owner_id: owner } = exampleToken;
    const lists = { tiles: [lampTile], groups: [], channels: [...first.stores.live.get().channels.values()] };
    await first.stores.offline.home.keepLists(owner, lists);
    await first.stores.offline.home.keepValues(owner, [], new Date().toISOString());
    cleanup();
    expect(readings(await open(none))).toBe(1);
  });

  it('retries the beginning of a session until the platform responds', async () => {
    signIn();
    const platform = fakeHome({ tiles: { list: unreachable as never } }, fakeBroker());
    const { stores } = openHome(platform);
    await expect.poll(() => stores.live.get().error).toBeTruthy();
    platform.reply({ tiles: { list: { tiles: [lampTile] } } });
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await lamp()).toBeTruthy();
  });

  it('shows the value of a device that was added between the values and the lists', async () => {
    const reads: object[][] = [[]];
    const reported = [reportOf('lamp', 'status', true)];
    await open({
      values: { list: () => ({ elements: reads.shift() ?? reported }) as never },
    });
    await expect.poll(isOn).toBe('true');
  });
});

describe('the arrangement of another tab or phone', () => {
  it('reads the arrangement again when the page becomes visible after a while', async () => {
    const { platform } = await open();
    platform.reply({ tiles: { list: { tiles: [lampTile, tileOf('fan', 'Fan')] } } });
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await expect.poll(() => platform.sent('tiles.list').length).toBeGreaterThan(1);
  });
});
