import type { SettingGroup } from './definition.ts';

export const mail = {
  title: 'Mail',
  settings: {
    SMTP_URL: {
      summary:
        '`smtp://user:password@host:587` or `smtps://…`, the server for sending mail. Without it, mail is stored in `DATA_DIR`: `azulejo outbox list`.',
    },
    MAIL_FROM: {
      otherwise: '`azulejo@` host of `PUBLIC_URL`',
      summary: 'Sender of mail, e.g. `Casa Azul <casa@example.org>`; needed with `SMTP_URL`.',
    },
    CONFIRM_EMAIL: {
      default: '0',
      summary:
        'With `1`, people who create an account must open the link in a mail before they can sign in. Earlier accounts are not affected.',
    },
  },
} as const satisfies SettingGroup;
