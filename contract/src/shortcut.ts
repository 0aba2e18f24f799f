import { Type } from 'typebox';
import { operation } from './operation.ts';
import { Empty, Id, Text } from './text.ts';

const path = '/v3/legacy/users/{user_id}/shortcuts';
const user_id = Id('`me`, `self` or a user id.');
const shortcut_id = Id('Shortcut id.');
const example = { user_id: 'me', shortcut_id: '9d2f6f57-63a4-4a43-8d3a-0a1f6a0c7e55' };

/** A shortcut that there cannot be yet (android-app 2.6, ios-app 6.3). */
const ofOne = <const Name extends string>(
  name: Name,
  method: 'PUT' | 'POST' | 'DELETE',
  summary: string,
  suffix: '' | '/play' = '',
) =>
  operation({
    id: `shortcuts.${name}`,
    summary,
    description: 'There is none until the platform runs automations.',
    origin: 'base',
    access: 'user-resource',
    bindings: [
      {
        method,
        path: `${path}/{shortcut_id}${suffix}`,
        input: method === 'DELETE' ? 'query' : 'json',
      },
    ],
    params: Type.Object({ user_id, shortcut_id }),
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['no_user', 'not_found'],
    example: { input: example, reply: {} },
  });

export const shortcuts = {
  list: operation({
    id: 'shortcuts.list',
    summary: 'List a user’s shortcuts',
    description: 'Empty until the platform runs automations.',
    origin: 'base',
    access: 'user-resource',
    bindings: [{ method: 'GET', path, input: 'query' }],
    params: Type.Object({ user_id }),
    input: Empty,
    reply: Type.Object(
      { shortcuts: Type.Array(Empty, { maxItems: 0, description: 'None yet.' }) },
      { title: 'ShortcutList' },
    ),
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me' }, reply: { shortcuts: [] } },
  }),
  suggestions: operation({
    id: 'shortcuts.suggestions',
    summary: 'List shortcuts that a user might like',
    description: 'Empty. Known apps spell the path in two ways.',
    origin: 'base',
    access: 'user-resource',
    bindings: [
      { method: 'GET', path: '/v3/legacy/users/{user_id}/shortcut-suggestions', input: 'query' },
      { method: 'GET', path: '/v3/legacy/users/{user_id}/shortcuts-suggestions', input: 'query' },
    ],
    params: Type.Object({ user_id }),
    input: Empty,
    reply: Type.Object(
      { shortcutSuggestions: Type.Array(Empty, { maxItems: 0, description: 'None yet.' }) },
      { title: 'ShortcutSuggestionList' },
    ),
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me' }, reply: { shortcutSuggestions: [] } },
  }),
  create: operation({
    id: 'shortcuts.create',
    summary: 'Make a shortcut',
    description: 'Refused until the platform runs automations: none is kept that could not be played.',
    origin: 'base',
    access: 'user-resource',
    bindings: [{ method: 'POST', path, input: 'json' }],
    params: Type.Object({ user_id }),
    input: Empty,
    reply: Empty,
    status: 201,
    errors: ['no_user', 'not_found', 'not_built'],
    example: { input: { user_id: 'me' }, reply: {} },
  }),
  reorder: operation({
    id: 'shortcuts.reorder',
    summary: 'Put a user’s shortcuts in another order',
    description: 'Each that is named must be there; until the platform runs automations, none is.',
    origin: 'base',
    access: 'user-resource',
    bindings: [{ method: 'POST', path: `${path}/reorder`, input: 'json' }],
    params: Type.Object({ user_id }),
    input: Type.Object({
      order: Type.Array(Text({ maxLength: 200 }), { maxItems: 1000, description: 'Shortcut ids.' }),
    }),
    reply: Empty,
    status: 200,
    errors: ['invalid_request', 'no_user', 'not_found'],
    example: { input: { user_id: 'me', order: [] }, reply: {} },
  }),
  replace: ofOne('replace', 'PUT', 'Write a shortcut anew'),
  remove: ofOne('remove', 'DELETE', 'Remove a shortcut'),
  play: ofOne('play', 'POST', 'Do what a shortcut does', '/play'),
};
