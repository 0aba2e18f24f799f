import { Type } from 'typebox';
import { operation } from './operation.ts';
import { Empty, Id, Text } from './text.ts';
import { bindingOf, emptyList, toNone, user_id } from './vacant.ts';

const path = '/v3/legacy/users/{user_id}/shortcuts';
const others = { shortcut_id: Id('Shortcut id.') };
const example = { shortcut_id: '9d2f6f57-63a4-4a43-8d3a-0a1f6a0c7e55' };

/** A shortcut that there cannot be yet (android-app 2.6, ios-app 6.3). */
const ofOne = <const Name extends string>(
  name: Name,
  method: 'PUT' | 'POST' | 'DELETE',
  summary: string,
  suffix: '' | '/play' = '',
) =>
  toNone({
    id: `shortcuts.${name}`,
    summary,
    description: 'There is none until the platform runs automations.',
    bindings: [bindingOf(method, `${path}/{shortcut_id}${suffix}`)],
    others,
    example,
  });

export const shortcuts = {
  list: emptyList({
    id: 'shortcuts.list',
    summary: 'List a user’s shortcuts',
    description: 'Empty until the platform runs automations.',
    member: 'shortcuts',
    title: 'ShortcutList',
    paths: [path],
  }),
  suggestions: emptyList({
    id: 'shortcuts.suggestions',
    summary: 'List shortcuts that a user might like',
    description: 'Empty. Known apps spell the path in two ways.',
    member: 'shortcutSuggestions',
    title: 'ShortcutSuggestionList',
    paths: [
      '/v3/legacy/users/{user_id}/shortcut-suggestions',
      '/v3/legacy/users/{user_id}/shortcuts-suggestions',
    ],
  }),
  create: toNone({
    id: 'shortcuts.create',
    summary: 'Make a shortcut',
    description: 'Refused until the platform runs automations: none is kept that could not be played.',
    bindings: [bindingOf('POST', path)],
    status: 201,
    errors: ['not_built'],
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
    errors: ['no_user', 'not_found'],
    example: { input: { user_id: 'me', order: [] }, reply: {} },
  }),
  replace: ofOne('replace', 'PUT', 'Write a shortcut anew'),
  remove: ofOne('remove', 'DELETE', 'Remove a shortcut'),
  play: ofOne('play', 'POST', 'Do what a shortcut does', '/play'),
};
