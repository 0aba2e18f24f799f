import { valueKey } from '@azulejo/model';
import type { Channels } from '../../devices/channels/index.ts';
import type { ValueSchemas } from '../../devices/templates/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Leases } from '../../platform/leases.ts';
import type { Values } from '../../telemetry/values/index.ts';
import { createVirtualDevice, type Report, type VirtualDevice } from './device.ts';
import { createFaults } from './faults.ts';
import { type SimulatedDevice, STEP_MS, stepAt } from './simulated-device.ts';
import type { StoredVirtualDevice, VirtualDevices } from './virtual-devices.ts';

type Dependencies = {
  clock: Clock;
  leases: Pick<Leases, 'parts'>;
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
/** By how much the clock must have been set back for the devices to start again. */
const SET_BACK_MS = 2 * STEP_MS;

/** Manages the devices that are simulated now. Each continues from its stored values. */
export function createActiveDevices(dependencies: Dependencies) {
  const { clock, virtualDevices } = dependencies;
  const active = new Map<string, SimulatedDevice>();
  /** Devices that were found and are not simulated yet. */
  const waiting = new Map<string, StoredVirtualDevice>();
  let checkedAt = Number.NEGATIVE_INFINITY;
  let lastState: string | undefined;
  const wasSetBack = createSetBackCheck();

  async function start(stored: StoredVirtualDevice): Promise<SimulatedDevice | undefined> {
    waiting.delete(stored.channelId);
    const simulated = await simulate(dependencies, stored);
    if (simulated) active.set(stored.channelId, simulated);
    return simulated;
  }

  async function check(): Promise<void> {
    const state = `${await virtualDevices.state()} ${dependencies.leases.parts.mask()}`;
    if (state === lastState) return;
    lastState = state;
    const found = await findChanged(dependencies, active, waiting);
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
      if (wasSetBack(now)) {
        active.clear();
        lastState = undefined;
      }
      if (clock.monotonic() - checkedAt >= CHECK_INTERVAL_MS) {
        checkedAt = clock.monotonic();
        await check();
      }
      for (const stored of [...waiting.values()].slice(0, MAX_BATCH_SIZE)) await start(stored);
    },
  };
}

/**
 * Creates the function that returns whether the clock was set back since the call before. Devices have to start
 * again then: they would stand still until the time to which they were simulated.
 */
function createSetBackCheck() {
  let last = Number.NEGATIVE_INFINITY;
  return (now: number): boolean => {
    const isSetBack = now < last - SET_BACK_MS;
    last = now;
    return isSetBack;
  };
}

/** Adds the devices of this server's parts that are new or were changed to those that wait. Returns the ids of all. */
async function findChanged(
  { virtualDevices, leases: { parts } }: Dependencies,
  active: ReadonlyMap<string, SimulatedDevice>,
  waiting: Map<string, StoredVirtualDevice>,
): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const page of virtualDevices.all())
    for (const stored of page) {
      if (!parts.hasPartOf(stored.channelId)) continue;
      found.add(stored.channelId);
      if (active.get(stored.channelId)?.updated !== stored.updated) waiting.set(stored.channelId, stored);
    }
  return found;
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

/**
 * Wraps the device so that some values are fixed: it reports them whatever it does and whatever is written.
 */
function withFixedValues(device: VirtualDevice, held: readonly Report[]): VirtualDevice {
  if (held.length === 0) return device;
  const values = new Map(held.map((report) => [valueKey(report.componentId, report.propertyId), report]));
  const isFree = ({ componentId, propertyId }: Report) => !values.has(valueKey(componentId, propertyId));
  return {
    advance: (at) => device.advance(at).filter(isFree),
    write(report, at) {
      const still = values.get(valueKey(report.componentId, report.propertyId));
      return still ? [still] : device.write(report, at).filter(isFree);
    },
    read(componentId, propertyId) {
      const still = values.get(valueKey(componentId, propertyId));
      return still ? still.data : device.read(componentId, propertyId);
    },
  };
}
