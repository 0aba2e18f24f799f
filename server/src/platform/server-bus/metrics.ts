import { Counter, Histogram, type Registry } from 'prom-client';

export type BusMetrics = ReturnType<typeof createBusMetrics>;

/** Counts what the servers of a database tell each other. A server that is alone counts nothing. */
export function createBusMetrics(registers: Registry[]) {
  const messages = new Counter({
    name: 'azulejo_bus_messages_total',
    help: 'Messages between servers: sent, received, or skipped because they concern none of the sessions here.',
    labelNames: ['direction'],
    registers,
  });
  return {
    sent: messages.labels('sent'),
    received: messages.labels('received'),
    skipped: messages.labels('skipped'),
    gaps: new Counter({
      name: 'azulejo_bus_gaps_total',
      help: 'How often messages of other servers may have been missing and were repaired from the database, by how it was found: connection, numbers, silence, unsent, database.',
      labelNames: ['reason'],
      registers,
    }),
    delay: new Histogram({
      name: 'azulejo_bus_delay_seconds',
      help: 'Time from the sending of a batch of messages by another server to its arrival, by the clock of the database.',
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
      registers,
    }),
  };
}
