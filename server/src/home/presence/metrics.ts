import { Counter, type Registry } from 'prom-client';

export type PhoneMetrics = ReturnType<typeof createPhoneMetrics>;

export function createPhoneMetrics(registers: Registry[]) {
  return {
    phoneReports: new Counter({
      name: 'azulejo_phone_reports_total',
      help: 'Location reports of phones, by outcome: counted, or why they were ignored.',
      labelNames: ['outcome'],
      registers,
    }),
  };
}
