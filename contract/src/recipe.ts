import { type Static, Type } from 'typebox';
import { operation } from './operation.ts';
import { FoundDevice } from './pairing.ts';
import { Empty, Id, Text } from './text.ts';

const NextStep = Type.Object(
  {
    id: Type.String({ description: 'Of the step.' }),
    href: Type.String({ description: 'A path; with `/execute` behind it, it is called next.' }),
    meta: Type.Object(
      {
        variables: Type.Record(Type.String(), Type.String(), {
          description: '`headers.…` and `payload.…`, each with its type and `required`.',
        }),
      },
      { description: 'What that call must carry.' },
    ),
  },
  { description: 'Which call comes next. The last step has none.' },
);

/** android-app 7.2, ios-app 7.3: what an action does not use is absent. */
export const RecipePayload = Type.Object(
  {
    action: Type.Enum(['oauth', 'show_info', 'list_devices', 'send_selected_devices'], {
      type: 'string',
      description: 'What the app does now.',
    }),
    action_version: Type.Literal('v1'),
    channeltemplate_id: Type.String({ description: 'The kind of device.' }),
    authorization_url: Type.Optional(Type.String({ description: 'A path, of `oauth`.' })),
    cancel_type: Type.Optional(Type.Literal('close', { description: 'Shows the button that ends it.' })),
    devices: Type.Optional(
      Type.Array(FoundDevice, { description: 'In the order in which they were shown.' }),
    ),
    navigation_bar_title: Type.Optional(Type.String({ description: 'Of `show_info`.' })),
    title: Type.Optional(Type.String({ description: 'Of `show_info`.' })),
    message: Type.Optional(Type.String({ description: 'Of `show_info`.' })),
    top_image_url: Type.Optional(Type.String({ format: 'uri', description: 'Of `show_info`.' })),
    next_local_key: Type.Optional(Type.String({ description: 'The words on the button of `show_info`.' })),
  },
  { description: 'What the app does now, and with what.' },
);
export type RecipePayload = Static<typeof RecipePayload>;

export const RecipeStep = Type.Object(
  {
    total_steps: Type.Integer({ description: 'How many there are.' }),
    next_step: Type.Optional(NextStep),
    response: Type.Optional(
      Type.Object(
        { payload: RecipePayload },
        { description: 'What the call answers; the beginning has none.' },
      ),
    ),
  },
  { title: 'RecipeStep', description: 'The last step has no `next_step`.' },
);
export type RecipeStep = Static<typeof RecipeStep>;

const recipe_id = Id('Recipe id.');
const example: RecipeStep = {
  total_steps: 4,
  next_step: {
    id: 'authorize',
    href: '/v3/recipes/virtual-devices/steps/authorize',
    meta: {
      variables: {
        'headers.Authorization': 'string|required',
        'payload.process': 'string|required',
        'payload.channeltemplate_id': 'string|required',
        'payload.client_id': 'string|required',
        'payload.owner_id': 'string|required',
      },
    },
  },
};

export const recipes = {
  meta: operation({
    id: 'recipes.meta',
    summary: 'Begin a recipe',
    description: 'Says which call comes first.',
    origin: 'base',
    access: 'user',
    bindings: [{ method: 'POST', path: '/v3/recipes/{recipe_id}/meta', input: 'json' }],
    params: Type.Object({ recipe_id }),
    input: Empty,
    reply: RecipeStep,
    status: 200,
    errors: ['not_found'],
    example: { input: { recipe_id: 'virtual-devices' }, reply: example },
  }),
  execute: operation({
    id: 'recipes.execute',
    summary: 'Take a step of a recipe',
    description:
      'Says what the app does now, and which call comes next. As long as the page of the authorization was not passed, it is `oauth` again.',
    origin: 'base',
    access: 'user',
    bindings: [{ method: 'POST', path: '/v3/recipes/{recipe_id}/steps/{step_id}/execute', input: 'json' }],
    params: Type.Object({ recipe_id, step_id: Id('The id of the step.') }),
    input: Type.Object({
      channeltemplate_id: Text({ minLength: 1, maxLength: 200, description: 'The kind of device.' }),
      owner_id: Type.Optional(Text({ maxLength: 200, description: 'The user who asks.' })),
      client_id: Type.Optional(Text({ maxLength: 200, description: 'The application.' })),
      process: Type.Optional(
        Text({ maxLength: 200, description: 'Known apps send `mz_wl_add_device_process`.' }),
      ),
      devices: Type.Optional(
        Type.Array(Type.Object({ id: Type.Optional(Text({ maxLength: 200 })) }), {
          maxItems: 200,
          description: 'Those that the app shows.',
        }),
      ),
    }),
    reply: RecipeStep,
    status: 200,
    errors: ['not_found'],
    example: {
      input: {
        recipe_id: 'virtual-devices',
        step_id: 'authorize',
        channeltemplate_id: '25f85b52-885c-5108-a9d2-c7fce0ad00ca',
        process: 'mz_wl_add_device_process',
      },
      reply: {
        ...example,
        next_step: { ...example.next_step, id: 'inform', href: '/v3/recipes/virtual-devices/steps/inform' },
        response: {
          payload: {
            action: 'oauth',
            action_version: 'v1',
            channeltemplate_id: '25f85b52-885c-5108-a9d2-c7fce0ad00ca',
            authorization_url: '/v3/channel-templates/25f85b52-885c-5108-a9d2-c7fce0ad00ca/authorize',
            cancel_type: 'close',
          },
        },
      },
    },
  }),
};
