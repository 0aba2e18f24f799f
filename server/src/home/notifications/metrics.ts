import { Counter, type Registry } from 'prom-client';
import { createReadGauge } from '../../platform/metric-kinds.ts';

export type NotificationMetrics = ReturnType<typeof createNotificationMetrics>;

export function createNotificationMetrics(registers: Registry[]) {
  return {
    notifications: new Counter({
      name: 'azulejo_notifications_total',
      help: 'Notifications, by way (push, mail) and result: sent, failed (tried again later), dropped (given up, over a limit or no longer true).',
      labelNames: ['way', 'result'],
      registers,
    }),
    notificationsWaiting: createReadGauge({
      name: 'azulejo_notifications_waiting',
      help: 'Notifications that are not sent yet.',
      registers,
    }),
  };
}
