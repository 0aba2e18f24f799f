import type { Registry } from 'prom-client';
import { createReadGauge } from '../../platform/metric-kinds.ts';

export const createVirtualDeviceMetrics = (registers: Registry[]) => ({
  virtualDevices: createReadGauge({
    name: 'azulejo_virtual_devices',
    help: 'Virtual devices that the server simulates now.',
    registers,
  }),
});
