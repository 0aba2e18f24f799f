import { Counter, Gauge, type Registry } from 'prom-client';

export type BridgeMetrics = ReturnType<typeof createBridgeMetrics>;

export function createBridgeMetrics(registers: Registry[]) {
  return {
    bridges: new Gauge({
      name: 'azulejo_bridges',
      help: 'Bridges that the server runs, by state: starting, running, failing, stopped.',
      labelNames: ['state'],
      registers,
    }),
    quarantinedDevices: new Gauge({
      name: 'azulejo_bridge_quarantined_devices',
      help: 'Devices that bridges ignore, because their templates take too much time or memory.',
      registers,
    }),
    bridgeRestarts: new Counter({
      name: 'azulejo_bridge_restarts_total',
      help: 'Bridge processes that ended by themselves and were restarted, by type.',
      labelNames: ['type'],
      registers,
    }),
  };
}
