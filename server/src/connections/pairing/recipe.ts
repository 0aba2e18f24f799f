import type { RecipePayload, RecipeStep } from '@azulejo/contract';

/** The one recipe there is, by which virtual devices are added. */
export const RECIPE_ID = 'virtual-devices';

/** What an app does one after the other; what the page finds is told in the second. */
const stepIds = ['authorize', 'list', 'select'] as const;
export type StepId = (typeof stepIds)[number];

export const isStepId = (id: string): id is StepId => stepIds.some((step) => step === id);

/** android-app 7.2: without one of each kind that app does not send the call. */
const VARIABLES = {
  'headers.Authorization': 'string|required',
  'payload.process': 'string|required',
  'payload.channeltemplate_id': 'string|required',
  'payload.client_id': 'string|required',
  'payload.owner_id': 'string|required',
};

/** A step of the recipe on the wire. Known apps end when `next_step` is there and null (ios-app 7.3). */
export function recipeStep(next: StepId | undefined, payload?: RecipePayload): RecipeStep {
  return {
    total_steps: stepIds.length,
    ...(next === undefined ? {} : { next_step: nextStep(next) }),
    ...(payload === undefined ? {} : { response: { payload } }),
  };
}

function nextStep(id: StepId): NonNullable<RecipeStep['next_step']> {
  const devices = id === 'select' ? { 'payload.devices': 'array|required' } : {};
  return {
    id,
    href: `/v3/recipes/${RECIPE_ID}/steps/${id}`,
    meta: { variables: { ...VARIABLES, ...devices } },
  };
}
