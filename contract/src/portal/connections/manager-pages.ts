import { Type } from 'typebox';
import { operation } from '../../operation.ts';
import { Empty, Id, Text } from '../../text.ts';
import {
  exampleManager,
  exampleManagerChannel,
  exampleManagerDetail,
  exampleManagerUser,
  PortalManager,
  PortalManagerChannel,
  PortalManagerDetail,
  PortalManagerUser,
} from './manager-records.ts';

const all = '/portal/api/managers';
const one = `${all}/{manager_id}` as const;
const params = Type.Object({ manager_id: Id('The `client_id` of the manager.') });
const manager_id = exampleManager.client_id;
const viewer = { origin: 'base', access: 'portal-viewer' } as const;

const after = Type.Optional(Text({ maxLength: 500, description: '`next` of the previous page.' }));
const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: '50 by default.' }));
const next = Type.Union([Type.String(), Type.Null()], { description: 'Null on the last page.' });

/** Operations that show managers, and what they have in homes. */
export const managerPages = {
  list: operation({
    ...viewer,
    id: 'portal.managers.list',
    summary: 'List managers',
    description: 'Newest first. Send `next` as `after` to get the next page.',
    bindings: [{ method: 'GET', path: all, input: 'query' }],
    params: Empty,
    input: Type.Object({
      search: Type.Optional(Text({ maxLength: 200, description: 'Part of the name, namespace or id.' })),
      after,
      limit,
    }),
    reply: Type.Object({
      managers: Type.Array(PortalManager, { description: 'The managers of this page.' }),
      total: Type.Integer({ description: 'Number of managers that match.' }),
      next,
    }),
    list: { items: 'managers', next: { send: 'after', reply: 'next' } },
    status: 200,
    errors: [],
    example: { input: { search: 'acme' }, reply: { managers: [exampleManager], total: 1, next: null } },
  }),
  get: operation({
    ...viewer,
    id: 'portal.managers.get',
    summary: 'Read a manager',
    description: 'With its templates, webhooks and the numbers of its channels and users.',
    bindings: [{ method: 'GET', path: one, input: 'query' }],
    params,
    input: Empty,
    reply: PortalManagerDetail,
    status: 200,
    errors: ['not_found'],
    example: { input: { manager_id }, reply: exampleManagerDetail },
  }),
  channels: operation({
    ...viewer,
    id: 'portal.managers.channels',
    summary: 'List the channels of a manager',
    description: 'Sorted by template and id. Send `next` as `after` to get the next page.',
    bindings: [{ method: 'GET', path: `${one}/channels`, input: 'query' }],
    params,
    input: Type.Object({ after, limit }),
    reply: Type.Object({
      channels: Type.Array(PortalManagerChannel, { description: 'The channels of this page.' }),
      next,
    }),
    list: { items: 'channels', next: { send: 'after', reply: 'next' } },
    status: 200,
    errors: ['not_found'],
    example: { input: { manager_id }, reply: { channels: [exampleManagerChannel], next: null } },
  }),
  users: operation({
    ...viewer,
    id: 'portal.managers.users',
    summary: 'List the users who have channels of a manager',
    description:
      'Sorted by id, among the users of the first 100,000 channels. Send `next` as `after` to get the next page.',
    bindings: [{ method: 'GET', path: `${one}/users`, input: 'query' }],
    params,
    input: Type.Object({ after, limit }),
    reply: Type.Object({
      users: Type.Array(PortalManagerUser, { description: 'The users of this page.' }),
      next,
    }),
    list: { items: 'users', next: { send: 'after', reply: 'next' } },
    status: 200,
    errors: ['not_found'],
    example: { input: { manager_id }, reply: { users: [exampleManagerUser], next: null } },
  }),
};
