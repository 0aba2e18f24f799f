import { Type } from 'typebox';
import { language } from '../../automation/record.ts';
import { MAX_AUTOMATIONS } from '../../limits.ts';
import { operation } from '../../operation.ts';
import { Empty, Id, Text } from '../../text.ts';
import { Timestamp } from '../../timestamp.ts';
import {
  exampleUser,
  PortalUser,
  PortalUserAutomation,
  PortalUserDetails,
  PortalUserHome,
  PortalUserSession,
  PortalUserState,
} from './user-records.ts';

const params = Type.Object({ user_id: Id('User id.') });
const path = '/portal/api/users/{user_id}';
const input = { user_id: exampleUser.id };

const exampleDetails = {
  ...exampleUser,
  state_since: exampleUser.created,
  preferences: { units: 'metric' },
  counts: { channels: 4, tiles: 5, groups: 2, places: 1, services: 0 },
};

const exampleAutomation = {
  id: '1f0c7b52-6d3a-4a43-9c8e-2f7b8f0f6a10',
  name: 'Hall light at night',
  health: 'fine',
  problems: [],
  stopped: null,
  last_run: '2026-02-03T04:05:06.789+0000',
  next: null,
};

/** Portal operations on the users of applications. */
export const portalUsers = {
  list: operation({
    id: 'portal.users.list',
    summary: 'Find users',
    description:
      'Sorted by e-mail. With `search`: first users whose e-mail begins with the text, then users whose name does, sorted by name. Send `next` as `after` to get the next page.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: '/portal/api/users', input: 'query' }],
    params: Empty,
    input: Type.Object({
      application_id: Type.Optional(Text({ maxLength: 200, description: 'Only users of this application.' })),
      state: Type.Optional(PortalUserState),
      search: Type.Optional(
        Text({
          maxLength: 320,
          description: 'The beginning of an e-mail or a name; letter case does not matter.',
        }),
      ),
      after: Type.Optional(Text({ maxLength: 1500, description: '`next` of the previous page.' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: '50 by default.' })),
    }),
    reply: Type.Object({
      users: Type.Array(PortalUser, { description: 'The users of this page.' }),
      next: Type.Union([Type.String(), Type.Null()], { description: 'Null on the last page.' }),
    }),
    list: { items: 'users', next: { send: 'after', reply: 'next' } },
    status: 200,
    errors: [],
    example: { input: { search: 'ana' }, reply: { users: [exampleUser], next: null } },
  }),
  get: operation({
    id: 'portal.users.get',
    summary: 'Read a user',
    description: 'Includes preferences and counts of what belongs to the user.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path, input: 'query' }],
    params,
    input: Empty,
    reply: PortalUserDetails,
    status: 200,
    errors: ['not_found'],
    example: { input, reply: exampleDetails },
  }),
  setState: operation({
    id: 'portal.users.setState',
    summary: 'Disable or enable a user',
    description: 'Disabling ends all sessions and live connections. Everything else is kept.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'PUT', path: `${path}/state`, input: 'json' }],
    params,
    input: Type.Object({ state: PortalUserState }),
    reply: PortalUserDetails,
    status: 200,
    errors: ['not_found'],
    example: { input: { ...input, state: 'inactive' }, reply: { ...exampleDetails, state: 'inactive' } },
  }),
  resetLink: operation({
    id: 'portal.users.resetLink',
    summary: 'Create a password reset link for a user',
    description: 'Give the link to the user. It works once and for one hour, and replaces an earlier one.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'POST', path: `${path}/reset-link`, input: 'json' }],
    params,
    input: Empty,
    reply: Type.Object({
      link: Type.String({ description: 'URL of the page for a new password. Shown only once.' }),
    }),
    status: 200,
    errors: ['not_found'],
    example: { input, reply: { link: 'https://home.example.org/reset-password#azl_k3j9x0m2q7ab' } },
  }),
  sessions: operation({
    id: 'portal.users.sessions',
    summary: 'List the sessions of a user',
    description: 'Active sessions, last used first; at most 100.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: `${path}/sessions`, input: 'query' }],
    params,
    input: Empty,
    reply: Type.Object({
      sessions: Type.Array(PortalUserSession, { description: 'The sessions, at most 100.' }),
      total: Type.Integer({ description: 'Number of all active sessions.' }),
    }),
    list: { items: 'sessions' },
    status: 200,
    errors: ['not_found'],
    example: { input, reply: { sessions: [], total: 0 } },
  }),
  endSession: operation({
    id: 'portal.users.endSession',
    summary: 'Sign a user out of one session',
    description: 'Its tokens are refused from now on, and its live connections end within seconds.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'DELETE', path: `${path}/sessions/{session_id}`, input: 'query' }],
    params: Type.Object({ user_id: Id('User id.'), session_id: Id('Session id.') }),
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['not_found'],
    example: { input: { ...input, session_id: 'e3b0c44298fc1c149afbf4c8' }, reply: {} },
  }),
  endSessions: operation({
    id: 'portal.users.endSessions',
    summary: 'Sign a user out everywhere',
    description: 'Ends all sessions. The user can sign in again.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'DELETE', path: `${path}/sessions`, input: 'query' }],
    params,
    input: Empty,
    reply: Type.Object({ ended: Type.Integer({ description: 'Number of sessions that were ended.' }) }),
    status: 200,
    errors: ['not_found'],
    example: { input, reply: { ended: 3 } },
  }),
  automations: operation({
    id: 'portal.users.automations',
    summary: 'List the automations of a user with their health',
    description: `In the user’s order; a user can have ${MAX_AUTOMATIONS} at most. What they do is not shown. Those of a disabled user are \`off\`.`,
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: `${path}/automations`, input: 'query' }],
    params,
    input: Type.Object({ language }),
    reply: Type.Object({
      automations: Type.Array(PortalUserAutomation, { description: 'The automations.' }),
    }),
    list: { items: 'automations' },
    status: 200,
    errors: ['not_found'],
    example: { input, reply: { automations: [exampleAutomation] } },
  }),
  home: operation({
    id: 'portal.users.home',
    summary: 'View a user’s home as the user sees it',
    description: 'Tiles, groups, channels and last values. Viewing is recorded in the audit log.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'POST', path: `${path}/home`, input: 'json' }],
    params,
    input: Empty,
    reply: PortalUserHome,
    status: 200,
    errors: ['not_found'],
    example: { input, reply: { tiles: [], groups: [], channels: [], values: [] } },
  }),
  export: operation({
    id: 'portal.users.export',
    summary: 'Download all data stored about a user',
    description:
      'A JSON document with the rows of the user and of the devices that the user may use, by table, without secrets (GDPR, article 20). Recorded in the audit log.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'GET', path: `${path}/export`, input: 'query' }],
    params,
    input: Empty,
    reply: Type.Object({
      exported: Timestamp,
      user_id: Type.String({ description: 'User id.' }),
      tables: Type.Record(Type.String(), Type.Array(Type.Record(Type.String(), Type.Unknown())), {
        description: 'The rows, by the name of their table.',
      }),
    }),
    status: 200,
    errors: ['not_found'],
    example: {
      input,
      reply: { exported: exampleUser.created, user_id: exampleUser.id, tables: { places: [] } },
    },
  }),
  removal: operation({
    id: 'portal.users.removal',
    summary: 'Count what deleting a user would remove',
    description:
      'Devices that other users share stay with those users, and a maker’s devices stay with the maker.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: `${path}/removal`, input: 'query' }],
    params,
    input: Empty,
    reply: Type.Object({
      channels: Type.Integer({ description: 'Channels deleted with values and history.' }),
      shared_channels: Type.Integer({ description: 'Channels that stay with others.' }),
      tiles: Type.Integer({ description: 'Tiles that are deleted.' }),
      places: Type.Integer({ description: 'Places that are deleted.' }),
      uploads: Type.Integer({ description: 'Uploaded pictures that are deleted.' }),
      sessions: Type.Integer({ description: 'Active sessions that end.' }),
    }),
    status: 200,
    errors: ['not_found'],
    example: {
      input,
      reply: { channels: 3, shared_channels: 1, tiles: 5, places: 1, uploads: 2, sessions: 2 },
    },
  }),
  remove: operation({
    id: 'portal.users.remove',
    summary: 'Delete a user',
    description:
      'Deletes everything that belongs only to the user; entries of the audit log stay. The user is signed out first. If there is much data, the response after a few seconds is `done: false`: call again until it is done.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'POST', path: `${path}/remove`, input: 'json' }],
    params,
    input: Type.Object({
      email: Text({ maxLength: 320, description: 'The user’s e-mail, as confirmation.' }),
    }),
    reply: Type.Object({
      done: Type.Boolean({ description: 'Whether everything is deleted; false: call again.' }),
    }),
    status: 200,
    errors: ['not_found'],
    example: { input: { ...input, email: exampleUser.email }, reply: { done: true } },
  }),
};
