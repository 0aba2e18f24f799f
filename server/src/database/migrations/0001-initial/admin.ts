import type { TableShape } from '@azulejo/storage';

export const admin: Readonly<Record<string, TableShape>> = {
  portal_invitations: {
    columns: {
      id: 'text',
      token_hash: 'text',
      email: 'text?',
      role: 'text',
      invited_by: 'text?',
      created: 'integer',
      expires: 'integer',
      account_id: 'text?',
    },
    key: ['id'],
    unique: [['token_hash']],
    indexes: [['expires']],
  },
  portal_tokens: {
    columns: {
      id: 'text',
      token_hash: 'text',
      account_id: 'text',
      name: 'text',
      hint: 'text',
      scopes: 'text',
      created: 'integer',
      expires: 'integer',
      last_used: 'integer?',
    },
    key: ['id'],
    unique: [['token_hash']],
    references: { account_id: 'users' },
    indexes: [['account_id', 'created'], ['expires']],
  },
  deletion_requests: {
    columns: { user_id: 'text', requested: 'integer', due: 'integer' },
    key: ['user_id'],
    references: { user_id: 'users' },
    indexes: [['due']],
  },
};
