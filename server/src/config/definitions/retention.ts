import type { SettingGroup } from './definition.ts';

export const retention = {
  title: 'Retention',
  settings: {
    EVENT_RETENTION: {
      default: '30d',
      summary: 'How long a client can be offline and still continue from its cursor.',
    },
    HISTORY_RETENTION: {
      default: '90d',
      summary:
        'How long each value is kept; after that, only the hourly minimum, average and maximum of numbers. PostgreSQL deletes values by the week, and nobody sees those that wait for it.',
    },
    HISTORY_RETENTION_PROPERTIES: {
      otherwise: '`7d` for locations, `30d` for places',
      summary:
        'How long each value of single properties is kept, by id: `location=1d,energy=365d`. By default, `location`, `latlon`, `visit`, `activity`, `activity_history` and `current_wifi` are kept for `7d`, and `place`, at which place a person is, for `30d`; both for no longer than `HISTORY_RETENTION`.',
    },
    HISTORY_HOURS_RETENTION: {
      default: '3650d',
      summary: 'How long the hourly numbers are kept; no shorter than the values themselves.',
    },
    AUDIT_RETENTION: { default: '365d', summary: 'How long the audit log keeps actions.' },
    AUDIT_REFUSALS_RETENTION: { default: '90d', summary: 'How long the audit log keeps refusals.' },
    AUDIT_MAX_REFUSALS: {
      default: '200000',
      summary: 'Maximum number of entries for refusals; the oldest are deleted first.',
    },
  },
} as const satisfies SettingGroup;
