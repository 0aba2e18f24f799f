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
    HTTP_PROXY_PROTOCOL: {
      default: '0',
      summary:
        '`1` if `TRUSTED_PROXIES` pass on TCP connections of HTTP, and begin each with a header of the PROXY protocol, version 1 or 2. One without it is closed.',
    },
    MQTT_PROXY_PROTOCOL: {
      default: '0',
      summary: 'The same for MQTT, on both of its ports.',
    },
  },
} as const satisfies SettingGroup;
