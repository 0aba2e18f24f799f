import type { Case } from './setting-kinds.ts';

/** The settings of webhooks. */
export const webhookCases: Record<string, Case> = {
  WEBHOOK_NETWORKS: {
    of: (config) => config.webhookNetworks.map(([address, bits]) => `${address}/${bits}`),
    default: [],
    good: { '127.0.0.1': ['127.0.0.1/32'], '10.0.0.0/8, fd00::/8': ['10.0.0.0/8', 'fd00::/8'] },
    bad: ['local', '10.0.0.0/33', '10/8', '10.0.0.0/8/8', 'fd00::/129', '10.0.0.0/'],
  },
};
