import { type Static, Type } from 'typebox';
import { MAX_LABEL_LENGTH, MAX_SETTINGS } from '../limits.ts';
import { operation } from '../operation.ts';
import { Empty, Id, Text, user_id } from '../text.ts';

/*
 * Scenes in the form of known apps, which call them shortcuts (android-app 2.6, ios-app 6.3). Deleting, playing and
 * reordering have the same form as for scenes.
 */

const path = '/v3/legacy/users/{user_id}/shortcuts';
const ofUser = { origin: 'base', access: 'home' } as const;

const Choice = Type.Object({
  id: Type.String({ description: '`azulejo-1`.' }),
  choice: Type.Object(
    {
      rule: Type.String({ description: 'JSON text of `{is: "set", property, value, unit?}`.' }),
    },
    { description: 'Everything about the setting: apps drop other members (android-app 6.2).' },
  ),
});

/** A setting of a scene as apps show it. All members are required, because apps crash without them. */
export const ShortcutAction = Type.Object(
  {
    profile: Type.String({ description: 'Channel template id; empty if the device is gone.' }),
    channel: Type.String({ description: 'Channel id.' }),
    component: Type.String({ description: 'Component id.' }),
    property: Type.String({ description: 'Property id.' }),
    label: Type.String({ description: 'The setting in words.' }),
    labels: Type.Object(
      {
        component: Type.String({ description: 'Name of the component.' }),
        profile: Type.String({ description: 'Name of the kind of device.' }),
        channel: Type.String({ description: 'Name of the device.' }),
      },
      { description: 'Names for people.' },
    ),
    photoUrl: Type.String({ description: 'Photo of the device.' }),
    photoUrlAlt: Type.String({ description: 'Photo of the kind of device.' }),
    choices: Type.Array(Choice, { description: 'One element: the choice of the rule editor.' }),
    isInvalid: Type.Optional(Type.Boolean({ description: 'The user no longer has the device.' })),
  },
  { title: 'ShortcutAction' },
);
export type ShortcutAction = Static<typeof ShortcutAction>;

export const Shortcut = Type.Object(
  {
    id: Type.String({ description: 'Scene id.' }),
    label: Type.String({ description: 'The user’s name for it.' }),
    color: Type.String({ description: 'Color with `#`.' }),
    order: Type.Integer({ description: 'Its place among the shortcuts, from 0.' }),
    origin: Type.String({ description: '`manual`.' }),
    showInWatch: Type.Boolean({ description: 'Whether apps show it on a watch.' }),
    actions: Type.Array(ShortcutAction, { description: 'The settings.' }),
    execute: Type.Array(Empty, { maxItems: 0, description: 'Always empty; apps read it and do not use it.' }),
  },
  { title: 'Shortcut', description: 'A scene as known apps show it.' },
);
export type Shortcut = Static<typeof Shortcut>;

/** Apps send more members, which the server does not store: it makes them for each reply. */
export const ShortcutInput = Type.Object({
  label: Text({ minLength: 1, maxLength: MAX_LABEL_LENGTH, description: 'The user’s name for it.' }),
  showInWatch: Type.Optional(Type.Boolean({ description: 'Whether apps show it on a watch.' })),
  actions: Type.Array(
    Type.Object({
      channel: Text({ minLength: 1, maxLength: 200, description: 'Channel id.' }),
      component: Text({ minLength: 1, maxLength: 200, description: 'Component id.' }),
      label: Type.Optional(Text({ maxLength: 200, description: 'The setting in words.' })),
      choices: Type.Array(Type.Unknown(), {
        maxItems: 20,
        description: 'The choices of the rule editor. The first element contains the setting.',
      }),
    }),
    { minItems: 1, maxItems: MAX_SETTINGS, description: 'The settings, in this order.' },
  ),
});
export type ShortcutInput = Static<typeof ShortcutInput>;

const ShortcutList = Type.Object(
  { shortcuts: Type.Array(Shortcut, { description: 'In the user’s order.' }) },
  { title: 'ShortcutList' },
);

const rule = '{"is":"set","property":"brightness","value":20}';
const exampleAction = {
  channel: '3f1d2c7e-8a64-4b0c-9a53-0d2b9a6f1c11',
  component: 'light-bulb',
  label: 'set to 20 %',
  choices: [{ id: 'azulejo-1', choice: { rule } }],
};
const exampleInput = { label: 'Movie night', showInWatch: false, actions: [exampleAction] };
const example: Shortcut = {
  id: '9d2f6f57-63a4-4a43-8d3a-0a1f6a0c7e55',
  label: 'Movie night',
  color: '#2a9d8f',
  order: 0,
  origin: 'manual',
  showInWatch: false,
  actions: [
    {
      ...exampleAction,
      profile: '25f85b52-885c-5108-a9d2-c7fce0ad00ca',
      property: 'brightness',
      labels: { component: 'Light', profile: 'Light bulb', channel: 'Hall light' },
      photoUrl: 'https://home.example.org/pictures/light-bulb.png',
      photoUrlAlt: 'https://home.example.org/pictures/light-bulb.png',
    },
  ],
  execute: [],
};

export const shortcuts = {
  list: operation({
    id: 'shortcuts.list',
    summary: 'List a user’s shortcuts',
    description: 'The user’s scenes, in the form of known apps.',
    ...ofUser,
    needs: 'view',
    guests: 'filtered',
    bindings: [{ method: 'GET', path, input: 'query' }],
    params: Type.Object({ user_id }),
    input: Empty,
    reply: ShortcutList,
    list: { items: 'shortcuts' },
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me' }, reply: { shortcuts: [example] } },
  }),
  create: operation({
    id: 'shortcuts.create',
    summary: 'Create a shortcut',
    description: 'Stores a scene. Actions of another rule editor are refused.',
    ...ofUser,
    needs: 'arrange',
    bindings: [{ method: 'POST', path, input: 'json' }],
    params: Type.Object({ user_id }),
    input: ShortcutInput,
    reply: Shortcut,
    status: 201,
    errors: ['no_user', 'not_found', 'invalid_value', 'not_writable', 'quota_exceeded'],
    example: { input: { user_id: 'me', ...exampleInput }, reply: example },
  }),
  replace: operation({
    id: 'shortcuts.replace',
    summary: 'Replace a shortcut',
    description: 'The scene keeps its icon.',
    ...ofUser,
    needs: 'arrange',
    bindings: [{ method: 'PUT', path: `${path}/{scene_id}`, input: 'json' }],
    params: Type.Object({ user_id, scene_id: Id('Scene id.') }),
    input: ShortcutInput,
    reply: Shortcut,
    status: 200,
    errors: ['no_user', 'not_found', 'invalid_value', 'not_writable', 'precondition_failed'],
    example: { input: { user_id: 'me', scene_id: example.id, ...exampleInput }, reply: example },
  }),
};
