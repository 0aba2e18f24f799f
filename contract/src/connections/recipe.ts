import { type Static, Type } from 'typebox';
import { operation } from '../operation.ts';
import { Empty, Id, Text } from '../text.ts';
import { FoundDevice } from './pairing.ts';

const NextStep = Type.Object(
  {
    id: Type.String({ description: 'Step id.' }),
    href: Type.String({ description: 'A path. Append `/execute` to get the next request.' }),
    meta: Type.Object(
      {
        variables: Type.Record(Type.String(), Type.String(), {
          description: '`headers.…` and `payload.…`, each with its type and whether it is `required`.',
        }),
      },
      { description: 'The required content of that request.' },
    ),
  },
  { description: 'The next request. The last step has none.' },
);

/**
 * What the app does in one step. Members that the action does not use are absent (android-app 7.2, ios-app
 * 7.3).
 */
export const RecipePayload = Type.Object(
  {
    action: Type.Enum(['oauth', 'show_info', 'list_devices', 'send_selected_devices'], {
      type: 'string',
      description: 'The action of the app in this step.',
    }),
    action_version: Type.Literal('v1', { description: 'Always `v1`.' }),
    channeltemplate_id: Type.String({ description: 'Channel template id.' }),
    authorization_url: Type.Optional(
      Type.String({ description: 'For `oauth`: path of the authorization page.' }),
    ),
    cancel_type: Type.Optional(Type.Literal('close', { description: 'Shows a button that cancels.' })),
    devices: Type.Optional(
      Type.Array(FoundDevice, { description: 'In the order in which they were listed.' }),
    ),
    navigation_bar_title: Type.Optional(Type.String({ description: 'For `show_info`.' })),
    title: Type.Optional(Type.String({ description: 'For `show_info`.' })),
    message: Type.Optional(Type.String({ description: 'For `show_info`.' })),
    top_image_url: Type.Optional(Type.String({ format: 'uri', description: 'For `show_info`.' })),
    next_local_key: Type.Optional(Type.String({ description: 'For `show_info`: the label of the button.' })),
  },
  { description: 'The action of the app in this step, and its data.' },
);
export type RecipePayload = Static<typeof RecipePayload>;

export const RecipeStep = Type.Object(
  {
    total_steps: Type.Integer({ description: 'Total number of steps.' }),
    next_step: Type.Optional(NextStep),
    response: Type.Optional(
      Type.Object(
        { payload: RecipePayload },
        { description: 'The result of the request. The first response has none.' },
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
    summary: 'Start a recipe',
    description: 'Returns the first request to send.',
    origin: 'base',
    access: 'user',
    needs: 'manage',
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
    summary: 'Execute a step of a recipe',
    description:
      'Returns the action for this step, and the next request. Until the user completes the authorization page, the action is `oauth` again.',
    origin: 'base',
    access: 'user',
    needs: 'manage',
    bindings: [{ method: 'POST', path: '/v3/recipes/{recipe_id}/steps/{step_id}/execute', input: 'json' }],
    params: Type.Object({ recipe_id, step_id: Id('Step id.') }),
    input: Type.Object({
      channeltemplate_id: Text({ minLength: 1, maxLength: 200, description: 'Channel template id.' }),
      owner_id: Type.Optional(Text({ maxLength: 200, description: 'The signed-in user.' })),
      client_id: Type.Optional(Text({ maxLength: 200, description: 'The application.' })),
      process: Type.Optional(
        Text({ maxLength: 200, description: 'Known apps send `mz_wl_add_device_process`.' }),
      ),
      devices: Type.Optional(
        Type.Array(
          Type.Object({ id: Type.Optional(Text({ maxLength: 200, description: 'Id of the device.' })) }),
          {
            maxItems: 200,
            description: 'The devices that the app shows.',
          },
        ),
      ),
    }),
    reply: RecipeStep,
    status: 200,
    errors: ['not_found', 'maker_failed', 'maker_late'],
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
