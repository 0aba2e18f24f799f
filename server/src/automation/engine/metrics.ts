import { Counter, Histogram, type Registry } from 'prom-client';
import { createOutcomes, createReadGauge } from '../../platform/metric-kinds.ts';

export type AutomationMetrics = ReturnType<typeof createAutomationMetrics>;

/** Creates the metrics of how far automations are behind, and what they do. */
export function createAutomationMetrics(registers: Registry[]) {
  const automation = (name: string, help: string, label: string) =>
    new Counter({ name: `azulejo_automation_${name}`, help, labelNames: [label], registers });
  const gauge = (name: string, help: string) =>
    createReadGauge({ name: `azulejo_automation_${name}`, help, registers });
  return {
    automationLag: new Histogram({
      name: 'azulejo_automation_lag_seconds',
      help: 'Time from an event in a home to the moment at which its automations read it, by the oldest of each page.',
      buckets: [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, 60],
      registers,
    }),
    automationDecisions: automation('decisions_total', 'Stored decisions of automations, by type.', 'type'),
    automationRuns: automation('runs_total', 'Ended runs of automations, by outcome.', 'outcome'),
    automationMisses: automation(
      'misses_total',
      'Triggers of automations that started no run, by reason.',
      'reason',
    ),
    automationMessages: new Counter({
      name: 'azulejo_automation_messages_total',
      help: 'Messages of automations, by kind (notify, webhook, stop, gone) and result: sent, failed (tried again later), dropped (given up).',
      labelNames: ['kind', 'result'],
      registers,
    }),
    automationsBehind: gauge(
      'behind_seconds',
      'The longest time for which the automations of a home have been waiting to run, for new events or a due timer.',
    ),
    automationTimers: gauge('homes_with_timers', 'Homes whose automations wait for a time.'),
    automationMessagesWaiting: gauge('messages_waiting', 'Messages of automations that are not sent yet.'),
    automationMessagesAge: gauge(
      'messages_oldest_seconds',
      'Age of the oldest message of an automation that is not sent yet; 0 without one.',
    ),
    automationRounds: createOutcomes(['done', 'failed'], {
      name: 'azulejo_automation_rounds_total',
      help: 'Rounds in which the automations of some homes were run, by result: done, failed (run again later).',
      registers,
    }),
  };
}
