import type { TableShape } from '@azulejo/storage';

export const core: Readonly<Record<string, TableShape>> = {
  settings: {
    columns: { name: 'text', value: 'text' },
    key: ['name'],
  },
  server_leases: {
    columns: {
      name: 'text',
      instance: 'text',
      holder: 'text',
      host: 'text',
      started: 'integer',
      expires: 'integer',
    },
    key: ['name'],
  },
  rate_windows: {
    columns: { id: 'text', points: 'integer', expires: 'integer' },
    key: ['id'],
    indexes: [['expires']],
  },
  connected_clients: {
    columns: { client_id: 'text', server_id: 'text' },
    key: ['client_id', 'server_id'],
    references: { client_id: 'clients' },
    indexes: [['server_id']],
  },
  servers: {
    columns: {
      id: 'text',
      epoch: 'text',
      name: 'text',
      version: 'text',
      schema: 'text',
      bus: 'text',
      bus_version: 'integer',
      key_fingerprint: 'text',
      mqtt_certificate: 'text',
      started: 'integer',
      until: 'integer',
      draining: 'integer=0',
      asked_to_drain: 'integer=0',
      report: 'text?',
    },
    key: ['id'],
  },
  leases: {
    columns: { name: 'text', server_id: 'text', epoch: 'text' },
    key: ['name'],
  },
  audit: {
    columns: {
      id: 'text',
      at: 'integer',
      actor_id: 'text?',
      action: 'text',
      target_id: 'text?',
      address: 'text?',
      detail: 'text?',
      count: 'integer',
      is_refusal: 'integer=0',
      seal: 'integer?',
    },
    key: ['id'],
    indexes: [
      ['at'],
      ['action', 'at'],
      { name: 'is_refusal_at', columns: ['is_refusal', 'at', 'id'] },
      { columns: ['actor_id', 'at'], where: 'actor_id is not null' },
      { columns: ['target_id', 'at'], where: 'target_id is not null' },
      ['seal', 'at', 'id'],
    ],
  },
  audit_seals: {
    columns: { n: 'identity', at: 'integer', is_refusal: 'integer', hash: 'text', chain: 'text' },
  },
};
