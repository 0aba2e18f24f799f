import { type Static, Type } from 'typebox';
import { MAX_LABEL_LENGTH } from '../limits.ts';
import { operation } from '../operation.ts';
import { Empty, Id, Text, user_id } from '../text.ts';
import { ShortcutAction } from './shortcut.ts';

/*
 * Automations in the form of known apps, which call them workers (android-app 6, ios-app 6). All members that an app
 * reads are in every reply, because apps crash without some of them; other members that an app sends are not stored.
 */

const path = '/v3/legacy/users/{user_id}/workers';
const ofUser = { origin: 'base', access: 'home' } as const;

/** A trigger, condition or step in the form of known apps, which is that of a setting of a shortcut. */
export const WorkerPart = ShortcutAction;
export type WorkerPart = Static<typeof WorkerPart>;

export const Worker = Type.Object(
  {
    id: Type.String({ description: 'Automation id.' }),
    user: Type.String({ description: 'User id.' }),
    label: Type.String({ description: 'The user’s name for it.' }),
    enabled: Type.Boolean({ description: 'Whether it runs.' }),
    editable: Type.Boolean({ description: 'Whether the app’s editor can hold all of it.' }),
    deletable: Type.Boolean({ description: 'Always true.' }),
    allowdisable: Type.Boolean({ description: 'Always true.' }),
    invalid: Type.Boolean({ description: 'Whether one of its devices no longer exists.' }),
    forceDisabled: Type.Boolean({ description: 'Always false.' }),
    lastRun: Type.Optional(Type.String({ description: 'When its last run began; absent if it never ran.' })),
    description: Type.String({ description: 'The automation as a sentence, without `<`, `>` and `&`.' }),
    category: Type.String({
      description: 'The text that apps show above an automation that they cannot edit.',
    }),
    categoryColor: Type.String({ description: 'Color without `#`.' }),
    devicesText: Type.String({ description: 'The names of its devices.' }),
    triggers: Type.Array(WorkerPart, { description: 'When it runs. Empty if it is not editable.' }),
    states: Type.Array(WorkerPart, { description: 'Only if. Empty if it is not editable.' }),
    actions: Type.Array(WorkerPart, { description: 'Its actions. Empty if it is not editable.' }),
    unsorted: Type.Array(WorkerPart, { description: 'The places of one that is not editable.' }),
  },
  { title: 'Worker', description: 'An automation as known apps show it.' },
);
export type Worker = Static<typeof Worker>;

/** The limit is higher than what apps can show. */
const MAX_UNITS = 50;

const Units = (description: string) =>
  Type.Array(
    Type.Object({
      channel: Text({ minLength: 1, maxLength: 200, description: 'Channel id.' }),
      component: Text({ minLength: 1, maxLength: 200, description: 'Component id.' }),
      choices: Type.Array(Type.Unknown(), {
        maxItems: 20,
        description: 'The choices of the rule editor. The first element contains the rule.',
      }),
    }),
    { maxItems: MAX_UNITS, description },
  );

/** Apps send more members: flags, which the server ignores, and words, which it makes for each reply. */
export const WorkerInput = Type.Object({
  label: Text({ minLength: 1, maxLength: MAX_LABEL_LENGTH, description: 'The user’s name for it.' }),
  triggers: Type.Optional(Units('When it runs.')),
  states: Type.Optional(Units('Only if.')),
  actions: Type.Optional(Units('What it does.')),
});
export type WorkerInput = Static<typeof WorkerInput>;

const worker_id = Id('Automation id.');
const id = '5f0f8a76-3d27-4cf2-9f0c-6a6a3b2f5c11';
const one = { user_id: 'me', worker_id: id };
const params = Type.Object({ user_id, worker_id });
const member = (property: string, rule: object): WorkerPart => ({
  profile: '25f85b52-885c-5108-a9d2-c7fce0ad00ca',
  channel: '3f1d2c7e-8a64-4b0c-9a53-0d2b9a6f1c11',
  component: 'light-bulb',
  property,
  label: 'Hall light',
  labels: { component: 'Light', profile: 'Light bulb', channel: 'Hall light' },
  photoUrl: 'https://home.example.org/pictures/light-bulb.png',
  photoUrlAlt: 'https://home.example.org/pictures/light-bulb.png',
  choices: [{ id: 'azulejo-1', choice: { rule: JSON.stringify(rule) } }],
});
const example: Worker = {
  id,
  user: '7b0c1a52-58a3-4c1f-9d2e-6a1f0e3b9c44',
  label: 'Hall light',
  enabled: true,
  editable: true,
  deletable: true,
  allowdisable: true,
  invalid: false,
  forceDisabled: false,
  description: 'When Hall light turns on, set its brightness to 20 %.',
  category: 'Automation',
  categoryColor: '2a9d8f',
  devicesText: 'Hall light',
  triggers: [member('status', { is: 'becomes', property: 'status', value: true, id: 't1' })],
  states: [],
  actions: [member('brightness', { is: 'set', property: 'brightness', value: 20, id: 's1', order: 0 })],
  unsorted: [],
};
const inputs = (parts: WorkerPart[]) =>
  parts.map(({ channel, component, choices }) => ({ channel, component, choices }));
const exampleInput = {
  label: example.label,
  triggers: inputs(example.triggers),
  actions: inputs(example.actions),
};
const REFUSALS = ['no_user', 'not_found', 'invalid_automation', 'automation_loop'] as const;

export const workers = {
  list: operation({
    id: 'workers.list',
    summary: 'List a user’s automations for known apps',
    description: 'Newest first.',
    ...ofUser,
    needs: 'view',
    bindings: [{ method: 'GET', path, input: 'query' }],
    params: Type.Object({ user_id }),
    input: Empty,
    reply: Type.Object(
      { workers: Type.Array(Worker, { description: 'Newest first.' }) },
      { title: 'WorkerList' },
    ),
    list: { items: 'workers' },
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me' }, reply: { workers: [example] } },
  }),
  create: operation({
    id: 'workers.create',
    summary: 'Create an automation by a known app',
    description: 'Units of another rule editor are refused: 400 names their `choices`.',
    ...ofUser,
    needs: 'automations',
    bindings: [{ method: 'POST', path, input: 'json' }],
    params: Type.Object({ user_id }),
    input: WorkerInput,
    reply: Worker,
    status: 201,
    errors: [...REFUSALS, 'quota_exceeded', 'too_many_requests'],
    example: { input: { user_id: 'me', ...exampleInput }, reply: example },
  }),
  get: operation({
    id: 'workers.get',
    summary: 'Read an automation for known apps',
    description: 'The Android app reads it after a run.',
    ...ofUser,
    needs: 'view',
    bindings: [{ method: 'GET', path: `${path}/{worker_id}`, input: 'query' }],
    params,
    input: Empty,
    reply: Worker,
    status: 200,
    errors: ['no_user', 'not_found'],
    example: { input: one, reply: example },
  }),
  replace: operation({
    id: 'workers.replace',
    summary: 'Replace an automation by a known app',
    description:
      'It stays switched on or off, although apps always send `enabled: true`. Without triggers and actions, as for one that apps cannot edit, only its name changes.',
    ...ofUser,
    needs: 'automations',
    bindings: [{ method: 'PUT', path: `${path}/{worker_id}`, input: 'json' }],
    params,
    input: WorkerInput,
    reply: Empty,
    status: 200,
    errors: [...REFUSALS, 'too_many_requests'],
    example: { input: { ...one, ...exampleInput }, reply: {} },
  }),
  update: operation({
    id: 'workers.update',
    summary: 'Switch an automation on or off by a known app',
    description: 'Switching it on ends a stop.',
    ...ofUser,
    needs: 'automations',
    bindings: [{ method: 'PATCH', path: `${path}/{worker_id}`, input: 'json' }],
    params,
    input: Type.Object({ enabled: Type.Boolean({ description: 'Whether it runs.' }) }),
    reply: Empty,
    status: 200,
    errors: ['no_user', 'not_found'],
    example: { input: { ...one, enabled: false }, reply: {} },
  }),
  remove: operation({
    id: 'workers.remove',
    summary: 'Remove an automation by a known app',
    description: 'Its runs are cancelled.',
    ...ofUser,
    needs: 'automations',
    bindings: [{ method: 'DELETE', path: `${path}/{worker_id}`, input: 'query' }],
    params,
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['no_user', 'not_found'],
    example: { input: one, reply: {} },
  }),
  play: operation({
    id: 'workers.play',
    summary: 'Run an automation now by a known app',
    description: 'Returns when the run is recorded. Conditions are not checked.',
    ...ofUser,
    needs: 'control',
    bindings: [{ method: 'POST', path: `${path}/{worker_id}/play`, input: 'json' }],
    params,
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['no_user', 'not_found', 'automation_not_run', 'too_many_requests', 'unavailable'],
    example: { input: one, reply: {} },
  }),
};
