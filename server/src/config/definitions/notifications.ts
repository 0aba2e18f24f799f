import type { SettingGroup } from './definition.ts';

export const notifications = {
  title: 'Notifications',
  settings: {
    PUSH_CONTACT: {
      otherwise: 'the address in `MAIL_FROM`',
      summary:
        'Where operators of push services reach you about the notifications that you send: `mailto:` and an address, or an `https://` page. They see it in each request.',
    },
    PUSH_NETWORKS: {
      summary:
        'Comma-separated addresses or CIDR ranges that push services may have in addition to public ones, for a push service of your own. There, plain HTTP is allowed too. Browsers name these addresses, so that people who sign in could make the platform call what is there.',
    },
  },
} as const satisfies SettingGroup;
