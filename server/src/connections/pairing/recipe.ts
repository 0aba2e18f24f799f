import type { RecipePayload, RecipeStep } from '@azulejo/contract';

/** The only recipe, which adds devices of every maker. Known apps have this id from earlier lists. */
export const RECIPE_ID = 'virtual-devices';

/** The steps of an app, in order. `list` returns what the page found. */
const stepIds = ['authorize', 'list', 'select'] as const;
export type StepId = (typeof stepIds)[number];

export const isStepId = (id: string): id is StepId => stepIds.some((step) => step === id);

/** android-app 7.2: the app does not send the request without one variable of each kind. */
const VARIABLES = {
  'headers.Authorization': 'string|required',
  'payload.process': 'string|required',
  'payload.channeltemplate_id': 'string|required',
  'payload.client_id': 'string|required',
  'payload.owner_id': 'string|required',
};

/**
 * Returns a step of the recipe on the wire. Known apps fail when `next_step` is present and null (ios-app
 * 7.3), so it is left out.
 */
export function recipeStep(next: StepId | undefined, payload?: RecipePayload): RecipeStep {
  return {
    total_steps: stepIds.length,
    ...(next === undefined ? {} : { next_step: nextStep(next) }),
    ...(payload === undefined ? {} : { response: { payload } }),
  };
}

function nextStep(id: StepId): NonNullable<RecipeStep['next_step']> {
  const devices: Record<string, string> = id === 'select' ? { 'payload.devices': 'array|required' } : {};
  return {
    id,
    href: `/v3/recipes/${RECIPE_ID}/steps/${id}`,
    meta: { variables: { ...VARIABLES, ...devices } },
  };
}
