import type { FoundDevice, RecipePayload, resources } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import type { VersionedTemplate } from '../../devices/templates/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { DeviceRequest } from '../makers/index.ts';
import { toFoundDevice } from './found-device.ts';
import type { Found } from './found-devices.ts';
import type { Pairing } from './pairing.ts';
import { isStepId, RECIPE_ID, recipeStep, type StepId } from './recipe.ts';

type Dependencies = { pairing: Pairing; picture: (name: string) => string };
type ListingStep = Exclude<StepId, 'authorize'>;

export function recipeHandlers({ pairing, picture }: Dependencies): Handlers<typeof resources.recipes> {
  /** Asks the maker for the list of devices in the step `list`; later steps use the stored list. */
  const foundIn = (step: ListingStep, request: DeviceRequest) =>
    step === 'list' ? pairing.find(request) : pairing.found(request);

  /** Returns the devices that the app shows, in its order, or all found ones if it shows none. */
  function devicesOf(
    found: readonly Found[],
    template: VersionedTemplate,
    shown?: readonly { id?: string }[],
  ) {
    const devices = found.map((device) => toFoundDevice(device, picture(template.picture)));
    const byId = new Map(devices.map((device) => [device.id, device]));
    const echoed = shown?.flatMap(({ id }) => byId.get(id ?? '') ?? []) ?? [];
    return echoed.length > 0 ? echoed : devices;
  }

  return {
    meta: async ({ input }) => {
      requireRecipe(input.recipe_id);
      return { body: recipeStep('authorize') };
    },

    execute: async ({ input, context }) => {
      requireRecipe(input.recipe_id);
      const { step_id: step, owner_id: ownerId } = input;
      if (!isStepId(step)) throw new ApiError('not_found', { detail: `The recipe has no step "${step}".` });
      const { id: userId, clientId: applicationId } = context.principal;
      if (ownerId !== undefined && ownerId !== userId)
        throw invalidField('owner_id', 'is not the signed-in user');
      const template = await pairing.template(input.channeltemplate_id);
      if (step === 'authorize') return { body: recipeStep('list', authorization(template)) };
      const found = await foundIn(step, { applicationId, userId, templateId: template.id });
      const devices = devicesOf(found, template, input.devices);
      if (devices.length > 0) return { body: pick(step, template, devices) };
      if (await pairing.isAuthorized(userId, template.id))
        return { body: recipeStep(undefined, nothingNew(template, picture)) };
      return { body: recipeStep('list', authorization(template)) };
    },
  };
}

function requireRecipe(id: string): void {
  if (id !== RECIPE_ID) throw new ApiError('not_found', { detail: `There is no recipe "${id}".` });
}

const payloadOf = <Action extends RecipePayload['action']>(action: Action, { id }: VersionedTemplate) => ({
  action,
  action_version: 'v1' as const,
  channeltemplate_id: id,
});

/** Returns the step of the authorization. Its URL is a path, which known apps append to the platform's address. */
const authorization = (template: VersionedTemplate): RecipePayload => ({
  ...payloadOf('oauth', template),
  authorization_url: `/v3/channel-templates/${template.id}/authorize`,
  cancel_type: 'close',
});

/** Returns the chosen devices. After `select` the app adds them itself (android-app 7.2). */
function pick(step: ListingStep, template: VersionedTemplate, devices: FoundDevice[]) {
  return step === 'list'
    ? recipeStep('select', { ...payloadOf('list_devices', template), devices, cancel_type: 'close' })
    : recipeStep(undefined, { ...payloadOf('send_selected_devices', template), devices });
}

/** Shown when another phone added the devices first. */
const nothingNew = (template: VersionedTemplate, picture: Dependencies['picture']): RecipePayload => ({
  ...payloadOf('show_info', template),
  navigation_bar_title: template.name,
  title: 'Nothing new',
  message: 'Everything that was found is in your home already.',
  top_image_url: picture(template.picture),
  cancel_type: 'close',
  next_local_key: 'OK',
});
