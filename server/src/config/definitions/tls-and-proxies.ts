import type { SettingGroup } from './definition.ts';

export const tlsAndProxies = {
  title: 'TLS and proxies',
  settings: {
    TLS_CERT: {
      summary: 'File with the certificate chain (PEM). A renewed certificate is used within 30 seconds.',
    },
    TLS_KEY: { summary: 'File with the key (PEM) of `TLS_CERT`.' },
    TRUSTED_PROXIES: {
      summary: 'Comma-separated addresses or CIDR ranges whose `X-Forwarded-For` is trusted.',
    },
  },
} as const satisfies SettingGroup;
