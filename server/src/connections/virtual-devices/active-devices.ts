import type { Channels } from '../../devices/channels/index.ts';
import type { ValueSchemas } from '../../devices/templates/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Values } from '../../state/values/index.ts';
import { createVirtualDevice } from './device.ts';
import { createFaults } from './faults.ts';
import { withHeld } from './held.ts';
import { type Played, STEP_MS, stepAt } from './simulated-device.ts';
import type { StoredVirtualDevice, VirtualDevices } from './virtual-devices.ts';

type Dependencies = {
  clock: Clock;
  schemas: ValueSchemas;
  channels: Channels;
  values: Values;
  virtualDevices: VirtualDevices;
};

export type ActiveDevices = ReturnType<typeof createActiveDevices>;

/** Interval of the check for devices that other processes created, changed or removed. */
const LOOK_MS = 1_000;
/**
 * Maximum number of devices started per tick, so that starting with thousands of them does not block
 * everything else.
 */
const MAX_BATCH_SIZE = 200;

/** Manages the devices that are simulated now. Each continues from its stored values. */
export function createActiveDevices(dependencies: Dependencies) {
  const { virtualDevices } = dependencies;
  const playing = new Map<string, Played>();
  /** Devices that were found and are not simulated yet. */
  const waiting = new Map<string, StoredVirtualDevice>();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let lastState: string | undefined;

  async function start(stored: StoredVirtualDevice): Promise<Played | undefined> {
    waiting.delete(stored.channelId);
    const played = await play(dependencies, stored);
    if (played) playing.set(stored.channelId, played);
    return played;
  }

  async function look(): Promise<void> {
    const state = await virtualDevices.state();
    if (state === lastState) return;
    lastState = state;
    const found = new Set<string>();
    for await (const page of virtualDevices.all())
      for (const stored of page) {
        found.add(stored.channelId);
        if (playing.get(stored.channelId)?.updated !== stored.updated) waiting.set(stored.channelId, stored);
      }
    for (const channelId of [...playing.keys(), ...waiting.keys()])
      if (!found.has(channelId)) forget(channelId);
  }

  function forget(channelId: string): void {
    playing.delete(channelId);
    waiting.delete(channelId);
  }

  return {
    forget,
    all: () => [...playing.values()],

    /**
     * Returns the device of a channel. It also works for a device that is new or was changed since the last
     * check.
     */
    async of(channelId: string): Promise<Played | undefined> {
      const stored = await virtualDevices.find(channelId);
      const known = playing.get(channelId);
      if (known && known.updated === stored?.updated) return known;
      forget(channelId);
      return stored && start(stored);
    },

    /** Detects created and removed devices, and starts some of the new ones. */
    async refresh(now: number): Promise<void> {
      if (now - lookedAt >= LOOK_MS) {
        lookedAt = now;
        await look();
      }
      for (const stored of [...waiting.values()].slice(0, MAX_BATCH_SIZE)) await start(stored);
    },
  };
}

/** Creates a device that continues from its stored values. Returns undefined when its channel is gone. */
async function play(
  { clock, schemas, channels, values }: Dependencies,
  { channelId, seed, faults, held, updated }: StoredVirtualDevice,
): Promise<Played | undefined> {
  const found = await channels.find(channelId);
  if (!found) return undefined;
  const now = clock.now();
  const phase = seed % STEP_MS;
  const device = createVirtualDevice({
    template: found.template,
    seed,
    schemaOf: (name) => schemas.find(name) ?? {},
    known: await values.ofChannel(channelId),
    now,
  });
  return {
    channelId,
    device: withHeld(device, held),
    faults: createFaults(faults, seed),
    updated,
    phase,
    step: stepAt(now, phase),
    isOffline: false,
  };
}
