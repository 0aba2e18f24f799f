import { type Static, Type } from 'typebox';
import { MAX_LABEL_LENGTH, MAX_SETTINGS } from '../limits.ts';
import { CommandState } from '../telemetry/command.ts';
import { Text } from '../text.ts';
import { Timestamp } from '../timestamp.ts';

export const SceneIcon = Type.Enum(
  [
    'play',
    'movie',
    'night',
    'morning',
    'away',
    'home',
    'dinner',
    'reading',
    'party',
    'work',
    'relax',
    'warm',
  ],
  { type: 'string', title: 'SceneIcon', description: 'The picture that apps draw.' },
);
export type SceneIcon = Static<typeof SceneIcon>;

const address = {
  channel: Text({ minLength: 1, maxLength: 200, description: 'Channel id.' }),
  component: Text({ minLength: 1, maxLength: 200, description: 'Component id.' }),
  property: Text({ minLength: 1, maxLength: 200, description: 'Property id.' }),
};

export const SceneSettingInput = Type.Object(
  {
    ...address,
    data: Type.Unknown({
      description:
        'The value to set: valid against the property’s schema, and at most 2,000 characters of JSON.',
    }),
    unit: Type.Optional(
      Text({
        minLength: 1,
        maxLength: 100,
        description: 'Key of the unit of `data`, a number. Default: the unit of the device.',
      }),
    ),
    label: Type.Optional(
      Text({ minLength: 1, maxLength: 200, description: 'The setting in words, e.g. `turn on`.' }),
    ),
  },
  { title: 'SceneSettingInput' },
);
export type SceneSettingInput = Static<typeof SceneSettingInput>;

export const SceneSetting = Type.Object(
  {
    channel: Type.String({ description: 'Channel id.' }),
    component: Type.String({ description: 'Component id.' }),
    property: Type.String({ description: 'Property id.' }),
    data: Type.Unknown({ description: 'The value to set.' }),
    unit: Type.Optional(
      Type.String({ description: 'Key of the unit of `data`. Absent: the unit of the device.' }),
    ),
    written: Type.Optional(
      Type.Number({ description: 'The value in the unit of the device. Present if `unit` is.' }),
    ),
    label: Type.Optional(Type.String({ description: 'The setting in words, e.g. `turn on`.' })),
  },
  { title: 'SceneSetting', description: 'A value that the scene sets.' },
);
export type SceneSetting = Static<typeof SceneSetting>;

export const Scene = Type.Object(
  {
    id: Type.String({ description: 'Scene id.' }),
    label: Type.String({ description: 'The user’s name for it.' }),
    icon: SceneIcon,
    show_in_watch: Type.Boolean({ description: 'Whether apps show it on a watch.' }),
    settings: Type.Array(SceneSetting, { description: 'In the order in which they are set.' }),
    created: Timestamp,
    updated: Timestamp,
    _rev: Type.String({ description: 'Revision, the same as the `ETag`.' }),
  },
  { title: 'Scene', description: 'Values of several devices that are set together.' },
);
export type Scene = Static<typeof Scene>;

export const SceneInput = Type.Object({
  label: Text({ minLength: 1, maxLength: MAX_LABEL_LENGTH, description: 'The user’s name for it.' }),
  icon: Type.Optional(SceneIcon),
  show_in_watch: Type.Optional(Type.Boolean({ description: 'Whether apps show it on a watch.' })),
  settings: Type.Array(SceneSettingInput, {
    minItems: 1,
    maxItems: MAX_SETTINGS,
    description: 'The settings of the scene, in this order. A property can be set only once.',
  }),
});
export type SceneInput = Static<typeof SceneInput>;

export const SceneList = Type.Object(
  { elements: Type.Array(Scene, { description: 'In the user’s order.' }) },
  { title: 'SceneList' },
);
export type SceneList = Static<typeof SceneList>;

export const SceneOutcome = Type.Object(
  {
    channel: Type.String({ description: 'Channel id.' }),
    component: Type.String({ description: 'Component id.' }),
    property: Type.String({ description: 'Property id.' }),
    state: CommandState,
    command: Type.Optional(Type.String({ description: 'Id of the command. Absent if none was opened.' })),
    reason: Type.Optional(
      Type.String({
        description:
          'Why it was not done: the name of an error, e.g. `not_found` for a device that the user no longer has, or the device’s reason, e.g. `not-connected`.',
      }),
    ),
    text: Type.Optional(Type.String({ description: 'The reason as a sentence.' })),
  },
  { title: 'SceneOutcome', description: 'The outcome of one setting.' },
);
export type SceneOutcome = Static<typeof SceneOutcome>;

export const SceneResult = Type.Enum(['done', 'partly', 'failed', 'open'], {
  type: 'string',
  description:
    '`done`: all is set. `partly`: some settings failed. `failed`: all failed. `open`: none has failed, and some still wait for their device.',
});
export type SceneResult = Static<typeof SceneResult>;

export const ScenePlay = Type.Object(
  {
    id: Type.String({ description: 'Id of this run.' }),
    scene: Type.String({ description: 'Scene id.' }),
    played: Timestamp,
    result: SceneResult,
    outcomes: Type.Array(SceneOutcome, { description: 'One for each setting, in the order of the scene.' }),
  },
  { title: 'ScenePlay', description: 'The outcome of playing a scene.' },
);
export type ScenePlay = Static<typeof ScenePlay>;

export const CapturedSettings = Type.Object(
  {
    settings: Type.Array(SceneSetting, { description: 'The present values, in the order of the tiles.' }),
    left_out: Type.Array(Type.String(), {
      description: 'Ids of the tiles that have no value that can be set.',
    }),
  },
  { title: 'CapturedSettings' },
);
export type CapturedSettings = Static<typeof CapturedSettings>;
