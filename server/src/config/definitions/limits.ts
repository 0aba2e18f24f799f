import type { SettingGroup } from './definition.ts';

export const limits = {
  title: 'Limits',
  settings: {
    HTTP_CONNECTIONS_PER_NETWORK: {
      default: '2000',
      summary:
        'Maximum number of HTTP connections per network (/24 of IPv4, /64 of IPv6); beyond it, the one that has been idle longest is closed. Connections from trusted proxies are not counted.',
    },
    HTTP_WAITING_REQUESTS: {
      default: '1000',
      summary:
        'Maximum number of queued requests per account; more are refused. A network (/24 of IPv4, /64 of IPv6) may have four times as many.',
    },
    SIGN_INS_PER_USER: {
      default: '200',
      summary: 'Maximum number of sign-ins per user; a further one ends the least recently used one.',
    },
    SIGN_INS_PER_CLIENT: {
      default: '1000',
      summary:
        'Maximum number of sign-ins with client credentials per application, manager or device; a further one ends the least recently used one.',
    },
    VALUES_KB_PER_SECOND: {
      default: '32',
      summary:
        'Sustained rate of data stored per user, or per channel of a device or manager: values, commands, history and events.',
    },
    VALUES_KB_PER_SECOND_AND_CLIENT: {
      default: '2048',
      summary:
        'The same per device, manager or application, in all of its channels together; a minute of it may be stored at once.',
    },
    VALUES_BURST_MB: {
      default: '32',
      summary: 'How much a user, or a channel, may store at once after a pause.',
    },
    RATE_LIMIT_SIGN_IN_FAILURES_PER_ADDRESS: {
      default: '60',
      summary:
        'Failed sign-ins per minute from one network (/24 of IPv4, /64 of IPv6). The wider network (/16, /48) may have five times as many, and all addresses from which the accounts never signed in ten times; beyond it each account has one failure a minute from them.',
    },
    RATE_LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT_AND_ADDRESS: {
      default: '60',
      summary: 'Failed sign-ins per minute, per account and network.',
    },
    RATE_LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT: {
      default: '60',
      summary:
        'Failed sign-ins per minute, per account, from addresses from which it never signed in. After 100 failures in a row, the wait after each further failure doubles, up to 15 minutes.',
    },
    RATE_LIMIT_ACCOUNTS_PER_ADDRESS: {
      default: '60',
      summary: 'New accounts per minute from one network; five times as many from the wider network.',
    },
    RATE_LIMIT_INVALID_TOKENS_PER_ADDRESS: {
      default: '600',
      summary:
        'Invalid refresh tokens, codes, client secrets and links per minute from one network; five times as many from the wider network.',
    },
    RATE_LIMIT_UPLOADS_PER_OWNER: {
      default: '60',
      summary: 'Uploads per minute by one user or application.',
    },
    RATE_LIMIT_RESETS_PER_ADDRESS: {
      default: '60',
      summary:
        'Requests for a password reset or for the confirmation of an e-mail, per minute from one network; five times as many from the wider network.',
    },
    RATE_LIMIT_RESETS_PER_ACCOUNT: {
      default: '5',
      summary:
        'Password reset requests, and as many requests to change or confirm the e-mail, per hour and account from addresses from which it never signed in; each other address has as many of its own.',
    },
    CHANNELS_PER_MANAGER: {
      default: '100000',
      summary: 'Maximum number of channels per manager, and per application.',
    },
    DEVICES_PER_HOME: {
      default: '2000',
      summary:
        'When a home has this many devices of any kind, no further ones of managers, bridges or applications, and none with a claim code, can be added.',
    },
    USERS_PER_CHANNEL: {
      default: '200',
      summary: 'Maximum number of users with whom one device or channel is shared.',
    },
    UPLOAD_QUOTA_MB: {
      default: '200',
      summary:
        'Megabytes of images that one user or application may store, including those no longer used. Images uploaded in the portal count together.',
    },
  },
} as const satisfies SettingGroup;
