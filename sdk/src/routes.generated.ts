// Generated from contract/ by `npm run generate`.
import type { Route } from './route.ts';

export const routes = {
  'accounts.create': { method: 'POST', path: '/v3/legacy/account', input: 'json', origin: 'auth', token: false },
  'auth.authorize': { method: 'POST', path: '/v3/auth/authorize', input: 'json', origin: 'auth', token: false },
  'auth.exchange': { method: 'POST', path: '/v3/auth/exchange', input: 'json', origin: 'auth', token: false },
  'tokens.get': { method: 'GET', path: '/v3/tokens/{token_id}', input: 'query', origin: 'base', token: true },
  'tokens.delete': { method: 'DELETE', path: '/v3/tokens/{token_id}', input: 'query', origin: 'base', token: true },
  'users.get': { method: 'GET', path: '/v3/users/{user_id}', input: 'query', origin: 'base', token: true },
  'channels.list': { method: 'GET', path: '/v3/legacy/users/{user_id}/channels', input: 'query', origin: 'base', token: true },
  'values.get': { method: 'GET', path: '/v3/channels/{channel_id}/components/{component_id}/properties/{property_id}/value', input: 'query', origin: 'base', token: true },
  'values.put': { method: 'PUT', path: '/v3/channels/{channel_id}/components/{component_id}/properties/{property_id}/value', input: 'json', query: ['wait'], origin: 'base', token: true },
  'values.history': { method: 'GET', path: '/v3/channels/{channel_id}/components/{component_id}/properties/{property_id}/history', input: 'query', origin: 'base', token: true },
  'values.list': { method: 'GET', path: '/v3/users/{user_id}/values', input: 'query', origin: 'base', token: true },
  'values.historyList': { method: 'GET', path: '/v3/users/{user_id}/history', input: 'query', origin: 'base', token: true },
  'commands.get': { method: 'GET', path: '/v3/commands/{command_id}', input: 'query', origin: 'base', token: true },
  'events.list': { method: 'GET', path: '/v3/users/{user_id}/events', input: 'query', origin: 'base', token: true },
  'tiles.list': { method: 'GET', path: '/v3/legacy/users/{user_id}/tiles', input: 'query', origin: 'base', token: true },
  'devices.createChannel': { method: 'POST', path: '/v3/devices/self/channels', input: 'json', origin: 'base', token: true },
  'grants.create': { method: 'POST', path: '/v3/channels/{channel_id}/grant-access', input: 'json', origin: 'base', token: true },
  'units.table': { method: 'GET', path: '/units/units_table.json', input: 'query', origin: 'cdn', token: false },
  'units.tableV2': { method: 'GET', path: '/units/units_table.v2.json', input: 'query', origin: 'cdn', token: false },
  'schemas.get': { method: 'GET', path: '/schemas/v1/{schema_name}', input: 'query', origin: 'ontology', token: false },
  'uploads.create': { method: 'POST', path: '/v3/uploads', input: 'image', origin: 'uploader', token: true },
} as const satisfies Record<string, Route>;
