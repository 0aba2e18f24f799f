import type { SettingGroup } from './definition.ts';

export const tokens = {
  title: 'Tokens',
  settings: {
    TOKEN_LIFETIME_USER: { default: '30d', summary: "Lifetime of users' access tokens; at least 72h." },
    TOKEN_LIFETIME_CLIENT: {
      default: '365d',
      summary: 'Lifetime of access tokens of applications and managers; at least 72h.',
    },
    TOKEN_LIFETIME_REFRESH: { default: '365d', summary: 'Lifetime of refresh tokens; at least 72h.' },
  },
} as const satisfies SettingGroup;
