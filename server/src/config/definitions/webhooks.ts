import type { SettingGroup } from './definition.ts';

export const webhooks = {
  title: 'Webhooks',
  settings: {
    WEBHOOK_NETWORKS: {
      summary:
        'Comma-separated addresses or CIDR ranges that webhooks of managers, and the token endpoints of their makers, may have in addition to public ones, such as `127.0.0.1/32` for a manager on the same machine. There, plain HTTP is allowed too.',
    },
    AUTOMATION_NETWORKS: {
      summary:
        'The same for the webhooks of automations. Everybody who has an account can call these networks from the server, so name only hosts that all of them may use.',
    },
  },
} as const satisfies SettingGroup;
