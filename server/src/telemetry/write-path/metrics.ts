import { Counter, type Registry } from 'prom-client';

export type WriteMetrics = ReturnType<typeof createWriteMetrics>;

export function createWriteMetrics(registers: Registry[]) {
  return {
    commands: new Counter({
      name: 'azulejo_commands_total',
      help: 'Commands to devices that are settled, by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
  };
}
