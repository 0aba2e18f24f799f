import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/** Counters of one server, in a registry of its own, so that several servers live in one test process. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'azulejo_http_request_duration_seconds',
      help: 'Time from the first byte of a request to the last of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
      registers,
    }),
    signIns: new Counter({
      name: 'azulejo_sign_ins_total',
      help: 'Attempts to sign in, by flow and result.',
      labelNames: ['flow', 'result'],
      registers,
    }),
    refusals: new Counter({
      name: 'azulejo_refusals_total',
      help: 'Calls refused by a rule of authorization.',
      labelNames: ['rule'],
      registers,
    }),
  };
}
