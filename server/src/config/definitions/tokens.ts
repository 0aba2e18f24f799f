import type { SettingGroup } from './definition.ts';

export const tokens = {
  title: 'Tokens',
  settings: {
    TOKEN_LIFETIME_USER: { default: '30d', summary: "Lifetime of users' access tokens; at least 72h." },
    TOKEN_LIFETIME_CLIENT: {
      default: '365d',
      summary: 'Lifetime of access tokens of applications, managers and devices; at least 72h.',
    },
    TOKEN_LIFETIME_REFRESH: {
      default: '365d',
      summary: 'Lifetime of refresh tokens; no shorter than those of access tokens.',
    },
  },
} as const satisfies SettingGroup;
