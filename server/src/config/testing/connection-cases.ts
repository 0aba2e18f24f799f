import type { Case } from './setting-kinds.ts';

/** The settings of what connects other systems: webhooks, push services and bridges. */
export const connectionCases: Record<string, Case> = {
  WEBHOOK_NETWORKS: {
    of: (config) => config.webhookNetworks.map(([address, bits]) => `${address}/${bits}`),
    default: [],
    good: { '127.0.0.1': ['127.0.0.1/32'], '10.0.0.0/8, fd00::/8': ['10.0.0.0/8', 'fd00::/8'] },
    bad: ['local', '10.0.0.0/33', '10/8', '10.0.0.0/8/8', 'fd00::/129', '10.0.0.0/'],
  },
  AUTOMATION_NETWORKS: {
    of: (config) => config.automationNetworks.map(([address, bits]) => `${address}/${bits}`),
    default: [],
    good: { '127.0.0.1': ['127.0.0.1/32'] },
    bad: ['local', '10.0.0.0/33'],
  },
  PUSH_NETWORKS: {
    of: ({ push }) => push.networks.map(([address, bits]) => `${address}/${bits}`),
    default: [],
    good: { '127.0.0.1': ['127.0.0.1/32'] },
    bad: ['local', '10.0.0.0/33'],
  },
  PUSH_CONTACT: {
    of: ({ push }) => push.contact,
    default: 'mailto:azulejo@127.0.0.1',
    good: {
      'mailto:ana@example.org': 'mailto:ana@example.org',
      'https://casa.example': 'https://casa.example',
    },
    bad: ['ana@example.org', 'http://casa.example', 'mailto:ana'],
  },
  PHONE_HUB: {
    of: ({ push }) => push.hub,
    default: undefined,
    good: {
      'Endpoint=sb://casa.servicebus.windows.net/;SharedAccessKeyName=send;SharedAccessKey=a/b+c=': {
        url: 'https://casa.servicebus.windows.net/casa',
        keyName: 'send',
        key: 'a/b+c=',
      },
    },
    bad: [
      'casa',
      'Endpoint=sb://casa.example/',
      'Endpoint=ftp://casa;SharedAccessKeyName=a;SharedAccessKey=b',
    ],
    others: { PHONE_HUB_NAME: 'casa' },
  },
  PHONE_HUB_NAME: {
    of: ({ push }) => push.hub?.url,
    default: undefined,
    good: { casa: 'https://casa.servicebus.windows.net/casa' },
    bad: ['casa azul', 'a/b'],
    others: {
      PHONE_HUB: 'Endpoint=sb://casa.servicebus.windows.net/;SharedAccessKeyName=send;SharedAccessKey=key',
    },
  },
  BRIDGES: {
    of: ({ bridges }) => bridges.areSupervised,
    default: true,
    good: { supervised: true, external: false },
    bad: ['off', 'yes'],
  },
  HOME_BRIDGES: {
    of: ({ bridges }) => bridges.mayBeConnectedInHome,
    default: true,
    good: { '1': true, '0': false },
    bad: ['everyone'],
  },
};
