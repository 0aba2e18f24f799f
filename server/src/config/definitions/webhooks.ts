import type { SettingGroup } from './definition.ts';

export const webhooks = {
  title: 'Webhooks of managers',
  settings: {
    WEBHOOK_NETWORKS: {
      summary:
        'Comma-separated addresses or CIDR ranges that webhooks of managers, and the token endpoints of their makers, may have in addition to public ones, such as `127.0.0.1/32` for a manager on the same machine. There, plain HTTP is allowed too.',
    },
  },
} as const satisfies SettingGroup;
