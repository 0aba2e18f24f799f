import type { Registry } from 'prom-client';
import { createOutcomes, createReadGauge } from '../../platform/metric-kinds.ts';

export type MailMetrics = ReturnType<typeof createMailMetrics>;

export function createMailMetrics(registers: Registry[]) {
  return {
    mails: createOutcomes(['sent', 'stored', 'failed', 'given_up'], {
      name: 'azulejo_mails_total',
      help: 'Mails, by result: sent, stored (without a mail server), failed (tried again later), given_up.',
      registers,
    }),
    mailsWaiting: createReadGauge({
      name: 'azulejo_mails_waiting',
      help: 'Mails that are not sent yet.',
      registers,
    }),
  };
}
