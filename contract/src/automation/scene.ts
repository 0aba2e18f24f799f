import { Type } from 'typebox';
import { MAX_SCENES, MAX_SETTINGS } from '../limits.ts';
import { operation } from '../operation.ts';
import { Empty, Id, Text } from '../text.ts';
import { CapturedSettings, Scene, SceneInput, SceneList, ScenePlay } from './scene-records.ts';

const user_id = Id('`me`, `self` or a user id.');
const scene_id = Id('Scene id.');
const path = '/v3/users/{user_id}/scenes';
const legacyPath = '/v3/legacy/users/{user_id}/shortcuts';
const ofUser = { origin: 'base', access: 'home' } as const;

const exampleSetting = {
  channel: '3f1d2c7e-8a64-4b0c-9a53-0d2b9a6f1c11',
  component: 'light-bulb',
  property: 'brightness',
  data: 20,
};
const exampleInput = { label: 'Movie night', icon: 'movie', settings: [exampleSetting] };
const example: Scene = {
  id: '9d2f6f57-63a4-4a43-8d3a-0a1f6a0c7e55',
  label: 'Movie night',
  icon: 'movie',
  show_in_watch: false,
  settings: [exampleSetting],
  created: '2026-01-02T03:04:05.678+0000',
  updated: '2026-01-02T03:04:05.678+0000',
  _rev: '1-0cc175b9c0f1b6a831c399e269772661',
};
const { channel, component, property } = exampleSetting;

export const scenes = {
  list: operation({
    id: 'scenes.list',
    summary: 'List a user’s scenes',
    description: 'A scene sets values of several devices together.',
    ...ofUser,
    needs: 'view',
    guests: 'filtered',
    bindings: [{ method: 'GET', path, input: 'query' }],
    params: Type.Object({ user_id }),
    input: Empty,
    reply: SceneList,
    list: { items: 'elements' },
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me' }, reply: { elements: [example] } },
  }),
  get: operation({
    id: 'scenes.get',
    summary: 'Read a scene',
    description: 'Returns the scene and its revision.',
    ...ofUser,
    needs: 'view',
    guests: 'filtered',
    bindings: [{ method: 'GET', path: `${path}/{scene_id}`, input: 'query' }],
    params: Type.Object({ user_id, scene_id }),
    input: Empty,
    reply: Scene,
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me', scene_id: example.id }, reply: example },
  }),
  create: operation({
    id: 'scenes.create',
    summary: 'Create a scene',
    description: `It is added after the others. A user can have ${MAX_SCENES} scenes of ${MAX_SETTINGS} settings each.`,
    ...ofUser,
    needs: 'arrange',
    bindings: [{ method: 'POST', path, input: 'json' }],
    params: Type.Object({ user_id }),
    input: SceneInput,
    reply: Scene,
    status: 201,
    errors: ['no_user', 'not_found', 'invalid_value', 'not_writable', 'quota_exceeded'],
    example: { input: { user_id: 'me', ...exampleInput }, reply: example },
  }),
  replace: operation({
    id: 'scenes.replace',
    summary: 'Replace a scene',
    description:
      'Settings that the scene already has are kept, even if their device is gone. With `If-Match`, the scene is replaced only if it has not been changed since.',
    ...ofUser,
    needs: 'arrange',
    bindings: [{ method: 'PUT', path: `${path}/{scene_id}`, input: 'json' }],
    params: Type.Object({ user_id, scene_id }),
    input: SceneInput,
    reply: Scene,
    status: 200,
    errors: ['no_user', 'not_found', 'invalid_value', 'not_writable', 'precondition_failed'],
    example: { input: { user_id: 'me', scene_id: example.id, ...exampleInput }, reply: example },
  }),
  remove: operation({
    id: 'scenes.remove',
    summary: 'Delete a scene',
    description: 'Nothing changes on its devices.',
    ...ofUser,
    needs: 'arrange',
    bindings: [
      { method: 'DELETE', path: `${path}/{scene_id}`, input: 'query' },
      { method: 'DELETE', path: `${legacyPath}/{scene_id}`, input: 'query' },
    ],
    params: Type.Object({ user_id, scene_id }),
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me', scene_id: example.id }, reply: {} },
  }),
  play: operation({
    id: 'scenes.play',
    summary: 'Play a scene',
    description:
      'Opens a command for each setting, in the user’s name. A setting that cannot be done does not stop the others.',
    ...ofUser,
    needs: 'control',
    guests: 'filtered',
    bindings: [
      { method: 'POST', path: `${path}/{scene_id}/play`, input: 'json' },
      { method: 'POST', path: `${legacyPath}/{scene_id}/play`, input: 'json' },
    ],
    params: Type.Object({ user_id, scene_id }),
    input: Empty,
    query: Type.Object({
      wait: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 30,
          description: 'How many seconds to wait for the devices to answer. Default: 0.',
        }),
      ),
    }),
    reply: ScenePlay,
    status: 200,
    errors: ['no_user', 'not_found', 'too_many_requests', 'unavailable'],
    example: {
      input: { user_id: 'me', scene_id: example.id },
      reply: {
        id: '5f0f8a76-3d27-4cf2-9f0c-6a6a3b2f5c11',
        scene: example.id,
        played: '2026-01-02T03:04:05.678+0000',
        result: 'done',
        outcomes: [
          { channel, component, property, state: 'done', command: '6c6f1c1e-0b5e-4a43-8c55-3f7a0f3f2b10' },
        ],
      },
    },
  }),
  reorder: operation({
    id: 'scenes.reorder',
    summary: 'Reorder a user’s scenes',
    description: 'Scenes that are not listed follow the listed ones, in their present order.',
    ...ofUser,
    needs: 'arrange',
    bindings: [
      { method: 'POST', path: `${path}/reorder`, input: 'json' },
      { method: 'POST', path: `${legacyPath}/reorder`, input: 'json' },
    ],
    params: Type.Object({ user_id }),
    input: Type.Object({
      order: Type.Array(Text({ maxLength: 200 }), { maxItems: 1000, description: 'Scene ids.' }),
    }),
    reply: Empty,
    status: 200,
    errors: ['no_user', 'not_found'],
    example: { input: { user_id: 'me', order: [example.id] }, reply: {} },
  }),
  capture: operation({
    id: 'scenes.capture',
    summary: 'Read the settings that would restore what devices do now',
    description:
      'Returns the present value of each main property of the tiles that can be set, for a new scene. Nothing is stored. Of a light that is off, only that is returned. An unlocked lock is left out.',
    ...ofUser,
    needs: 'view',
    bindings: [{ method: 'POST', path: `${path}/capture`, input: 'json' }],
    params: Type.Object({ user_id }),
    input: Type.Object({
      tiles: Type.Array(Text({ minLength: 1, maxLength: 200 }), {
        minItems: 1,
        maxItems: MAX_SETTINGS,
        description: 'Tile ids.',
      }),
    }),
    reply: CapturedSettings,
    status: 200,
    errors: ['no_user', 'not_found'],
    example: {
      input: { user_id: 'me', tiles: ['0d9f5a0e-7a55-4b53-9a3a-5c2f2f0b8a11'] },
      reply: { settings: [exampleSetting], left_out: [] },
    },
  }),
};
