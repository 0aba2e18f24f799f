import type { Channels } from '../../devices/channels/index.ts';
import type { ValueSchemas } from '../../devices/templates/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Values } from '../../state/values/index.ts';
import { createVirtualDevice } from './device.ts';
import { createFaults } from './faults.ts';
import { type SimulatedDevice, STEP_MS, stepAt } from './simulated-device.ts';
import type { StoredVirtualDevice, VirtualDevices } from './virtual-devices.ts';
import { withFixedValues } from './with-fixed-values.ts';

type Dependencies = {
  clock: Clock;
  schemas: ValueSchemas;
  channels: Channels;
  values: Values;
  virtualDevices: VirtualDevices;
};

export type ActiveDevices = ReturnType<typeof createActiveDevices>;

/** Interval of the check for devices that other processes created, changed or removed. */
const CHECK_INTERVAL_MS = 1_000;
/**
 * Maximum number of devices started per tick, so that starting with thousands of them does not block
 * everything else.
 */
const MAX_BATCH_SIZE = 200;

/** Manages the devices that are simulated now. Each continues from its stored values. */
export function createActiveDevices(dependencies: Dependencies) {
  const { virtualDevices } = dependencies;
  const active = new Map<string, SimulatedDevice>();
  /** Devices that were found and are not simulated yet. */
  const waiting = new Map<string, StoredVirtualDevice>();
  let checkedAt = Number.NEGATIVE_INFINITY;
  let lastState: string | undefined;

  async function start(stored: StoredVirtualDevice): Promise<SimulatedDevice | undefined> {
    waiting.delete(stored.channelId);
    const simulated = await simulate(dependencies, stored);
    if (simulated) active.set(stored.channelId, simulated);
    return simulated;
  }

  async function check(): Promise<void> {
    const state = await virtualDevices.state();
    if (state === lastState) return;
    lastState = state;
    const found = new Set<string>();
    for await (const page of virtualDevices.all())
      for (const stored of page) {
        found.add(stored.channelId);
        if (active.get(stored.channelId)?.updated !== stored.updated) waiting.set(stored.channelId, stored);
      }
    for (const channelId of [...active.keys(), ...waiting.keys()])
      if (!found.has(channelId)) forget(channelId);
  }

  function forget(channelId: string): void {
    active.delete(channelId);
    waiting.delete(channelId);
  }

  return {
    forget,
    all: () => [...active.values()],

    /**
     * Returns the device of a channel. It also works for a device that is new or was changed since the last
     * check.
     */
    async of(channelId: string): Promise<SimulatedDevice | undefined> {
      const stored = await virtualDevices.find(channelId);
      const known = active.get(channelId);
      if (known && known.updated === stored?.updated) return known;
      forget(channelId);
      return stored && start(stored);
    },

    /** Detects created and removed devices, and starts some of the new ones. */
    async refresh(now: number): Promise<void> {
      if (now - checkedAt >= CHECK_INTERVAL_MS) {
        checkedAt = now;
        await check();
      }
      for (const stored of [...waiting.values()].slice(0, MAX_BATCH_SIZE)) await start(stored);
    },
  };
}

/** Creates a device that continues from its stored values. Returns undefined when its channel is gone. */
async function simulate(
  { clock, schemas, channels, values }: Dependencies,
  { channelId, seed, faults, held, updated }: StoredVirtualDevice,
): Promise<SimulatedDevice | undefined> {
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
    device: withFixedValues(device, held),
    faults: createFaults(faults, seed),
    updated,
    phase,
    step: stepAt(now, phase),
    isOffline: false,
  };
}
