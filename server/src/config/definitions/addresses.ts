import type { SettingGroup } from './definition.ts';

export const addresses = {
  title: 'Addresses',
  settings: {
    HOST: { default: '127.0.0.1', summary: 'Address to listen on; `0.0.0.0` for all.' },
    HTTP_PORT: { default: '8480', summary: 'Port for HTTP, or for HTTPS with `TLS_CERT`.' },
    PUBLIC_URL: {
      otherwise: '`http://HOST:HTTP_PORT`',
      summary:
        "How clients reach the platform: `scheme://host[:port]`, no path. The default has `https` with `TLS_CERT`, and this machine's first external IPv4 address with `HOST=0.0.0.0` or `::`.",
    },
    AUTH_URL: {
      otherwise: '`PUBLIC_URL`',
      summary: 'URL of the authentication endpoints, if different.',
    },
    CDN_URL: { otherwise: '`PUBLIC_URL`', summary: 'URL of the units table and pictures, if different.' },
    ONTOLOGY_URL: { otherwise: '`PUBLIC_URL`', summary: 'URL of the JSON Schemas of values, if different.' },
    UPLOADER_URL: { otherwise: '`PUBLIC_URL`', summary: 'URL for uploads, if different.' },
  },
} as const satisfies SettingGroup;
