import type { SettingGroup } from './definition.ts';

export const logsAndMetrics = {
  title: 'Logs and metrics',
  settings: {
    SERVER_NAME: {
      otherwise: 'the host name',
      summary:
        'What this server is called in its log, its metrics, and beside other servers of its database.',
    },
    LOG_LEVEL: {
      default: 'info',
      summary:
        '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`. Requests are logged at `info`, on a terminal at `debug`.',
    },
    METRICS_TOKEN: {
      summary:
        'Bearer token for `/metrics`. Without it, `/metrics` can be read from this machine only, and not at all if `HOST` or `PUBLIC_URL` is not loopback.',
    },
  },
} as const satisfies SettingGroup;
