import { Type } from 'typebox';
import { operation } from './operation.ts';
import { Empty, Id, Text } from './text.ts';
import { bindingOf, emptyList, toNone, user_id } from './vacant.ts';

const path = '/v3/legacy/users/{user_id}/shortcuts';
const others = { shortcut_id: Id('Shortcut id.') };
const example = { shortcut_id: '9d2f6f57-63a4-4a43-8d3a-0a1f6a0c7e55' };

/** Returns an operation on one shortcut. It always returns `not_found` (android-app 2.6, ios-app 6.3). */
const ofOne = <const Name extends string>(
  name: Name,
  method: 'PUT' | 'POST' | 'DELETE',
  summary: string,
  suffix: '' | '/play' = '',
) =>
  toNone({
    id: `shortcuts.${name}`,
    summary,
    description: 'Always `not_found` until the platform runs automations.',
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
    description: 'Always empty. Known apps spell the path in two ways.',
    member: 'shortcutSuggestions',
    title: 'ShortcutSuggestionList',
    paths: [
      '/v3/legacy/users/{user_id}/shortcut-suggestions',
      '/v3/legacy/users/{user_id}/shortcuts-suggestions',
    ],
  }),
  create: toNone({
    id: 'shortcuts.create',
    summary: 'Create a shortcut',
    description: 'Refused until the platform runs automations: a shortcut that could not run is not stored.',
    bindings: [bindingOf('POST', path)],
    status: 201,
    errors: ['not_built'],
  }),
  reorder: operation({
    id: 'shortcuts.reorder',
    summary: 'Reorder a user’s shortcuts',
    description: 'All listed shortcuts must exist; until the platform runs automations, none does.',
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
  replace: ofOne('replace', 'PUT', 'Replace a shortcut'),
  remove: ofOne('remove', 'DELETE', 'Remove a shortcut'),
  play: ofOne('play', 'POST', 'Run a shortcut', '/play'),
};
