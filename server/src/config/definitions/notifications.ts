import type { SettingGroup } from './definition.ts';

export const notifications = {
  title: 'Notifications',
  settings: {
    PUSH_CONTACT: {
      otherwise: 'the address in `MAIL_FROM`',
      summary:
        'Where operators of push services reach you about the notifications that you send: `mailto:` and an address, or an `https://` page. They see it in each request.',
    },
    PHONE_HUB: {
      summary:
        'The connection string of the Azure Notification Hubs namespace at which your phone apps register, as the Azure portal shows it: `Endpoint=sb://…/;SharedAccessKeyName=…;SharedAccessKey=…`, with a key that may send. Automations then notify phone apps too. Needs `PHONE_HUB_NAME`; without it, nothing is sent to phone apps.',
    },
    PHONE_HUB_NAME: {
      summary: 'The name of the hub in this namespace.',
    },
    PUSH_NETWORKS: {
      summary:
        'Comma-separated addresses or CIDR ranges that push services may have in addition to public ones, for a push service of your own. There, plain HTTP is allowed too. Browsers name these addresses, so people who sign in could make the platform call them.',
    },
  },
} as const satisfies SettingGroup;
