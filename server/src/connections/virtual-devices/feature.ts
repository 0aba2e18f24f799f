import type { Registry } from 'prom-client';
import type { Audit } from '../../core/audit/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import type { MessageTrace } from '../../core/message-trace/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates, ValueSchemas } from '../../devices/templates/index.ts';
import type { Homes } from '../../home/home-devices/index.ts';
import type { Users } from '../../identity/users/index.ts';
import { createReadGauge } from '../../platform/metric-kinds.ts';
import type { Values } from '../../telemetry/values/index.ts';
import type { WritePath } from '../../telemetry/write-path/index.ts';
import type { Makers } from '../makers/index.ts';
import { createSimulator } from './simulator.ts';
import { createVirtualDeviceControl } from './virtual-device-control.ts';
import { createVirtualDevices, type VirtualDevices } from './virtual-devices.ts';
import { createVirtualMaker } from './virtual-maker.ts';

type Needs = Platform & {
  audit: Audit;
  channels: Channels;
  homes: Homes;
  makers: Makers;
  templates: Templates;
  users: Users;
  values: Values;
  writePath: WritePath;
};

/** Simulates devices. */
export function virtualDevicesFeature(needs: Needs) {
  const virtualDevices = createVirtualDevices(needs);
  const services = { ...needs, virtualDevices };
  return {
    api: {
      virtualDevices,
      virtualDeviceControl: createVirtualDeviceControl(services),
      /** Undefined unless the operator lets people add virtual devices. */
      builtInMaker: needs.config.offersVirtualDevices ? createVirtualMaker(services) : undefined,
    },
  } satisfies Feature;
}

const SIMULATE_MS = 1_000;

type SimulatorNeeds = Platform & {
  channels: Channels;
  messageTrace: MessageTrace;
  schemas: ValueSchemas;
  values: Values;
  virtualDevices: VirtualDevices;
  writePath: WritePath;
};

/** Runs the simulated devices: in one process only, the server's. */
export function simulatorFeature(needs: SimulatorNeeds) {
  const simulator = createSimulator(needs);
  createVirtualDeviceMetrics(needs.metrics.registers).virtualDevices.readWith(simulator.count);
  return {
    api: { simulator },
    jobs: [{ name: 'simulate devices', runs: 'by part', everyMs: SIMULATE_MS, run: simulator.tick }],
    release: async () => simulator[Symbol.asyncDispose](),
  } satisfies Feature;
}

const createVirtualDeviceMetrics = (registers: Registry[]) => ({
  virtualDevices: createReadGauge({
    name: 'azulejo_virtual_devices',
    help: 'Virtual devices that the server simulates now.',
    registers,
  }),
});
