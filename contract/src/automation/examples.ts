import type { AutomationDefinition } from './definition.ts';
import type { Automation } from './record.ts';
import type { AutomationRun } from './run-record.ts';

/* Examples in the API's documents. */

const motion = {
  channel: '3f1d2c7e-8a64-4b0c-9a53-0d2b9a6f1c11',
  component: 'motion',
  property: 'occupancy',
};
const light = {
  channel: '9d2f6f57-63a4-4a43-8d3a-0a1f6a0c7e55',
  component: 'light-bulb',
  property: 'status',
};

export const exampleDefinition: AutomationDefinition = {
  label: 'Hall light at night',
  mode: 'restart',
  when: [{ kind: 'property', id: 't1', property: motion, is: 'becomes', value: true }],
  onlyIf: { kind: 'sun', id: 'c1', sun: 'down' },
  then: [
    { kind: 'set', id: 's1', set: light, value: true },
    { kind: 'wait', id: 's2', wait: 'PT3M' },
    { kind: 'set', id: 's3', set: light, value: false },
  ],
};

export const exampleAutomation: Automation = {
  id: '5f0f8a76-3d27-4cf2-9f0c-6a6a3b2f5c11',
  definition: exampleDefinition,
  enabled: true,
  version: 1,
  origin: 'web',
  sentence:
    'When Hall motion is seen, only if it is dark, then turn on Hall light, wait 3 minutes, turn it off.',
  health: 'fine',
  problems: [],
  last_run: '2026-01-02T23:14:05.678+0000',
  created: '2026-01-02T03:04:05.678+0000',
  updated: '2026-01-02T03:04:05.678+0000',
  _rev: '1-0cc175b9c0f1b6a831c399e269772661',
};

export const exampleRun: AutomationRun = {
  id: '5f0f8a76-3d27-4cf2-9f0c-6a6a3b2f5c11.1.e41',
  automation: exampleAutomation.id,
  version: 1,
  began: '2026-01-02T23:14:05.678+0000',
  ended: '2026-01-02T23:17:05.912+0000',
  outcome: 'done',
  start: { by: 'value', trigger: 't1', property: motion, before: false, after: true },
  because: 'motion was seen at 23:14',
  conditions: [{ id: 'c1', text: 'it is dark', is: true }],
  chain: [exampleAutomation.id],
};
