import type { Templates } from '../../devices/templates/index.ts';
import type { Maker } from '../makers/index.ts';
import { type CallWebhook, failure, jsonOf } from './call-webhook.ts';
import { readListedDevices } from './listed-devices.ts';
import type { createSelect } from './selection.ts';
import type { createSignIn } from './sign-in.ts';

type Dependencies = {
  templates: Templates;
  callWebhook: CallWebhook;
  signIn: ReturnType<typeof createSignIn>;
  select: ReturnType<typeof createSelect>;
};

/** Creates the maker behind a manager with webhooks, which is asked for everything. */
export const createWebhookMaker = (
  managerId: string,
  { templates, callWebhook, signIn, select }: Dependencies,
): Maker => ({
  managerId,
  grantsOnlyWhileAdding: true,
  begin: (request) => signIn.begin(managerId, request),

  async finish(request, remaining, returned) {
    await signIn.finish(managerId, request, remaining, returned);
    return undefined;
  },

  async list(request) {
    const reply = await callWebhook(managerId, 'devices_list', request, {});
    // The manager has no token of this person.
    if (reply.status === 404) return undefined;
    const list = jsonOf(reply);
    if (!Array.isArray(list)) throw failure(`its manager answered with ${reply.status}`);
    const { name } = await templates.getLatest(request.templateId);
    return readListedDevices(list, name);
  },

  add: (request, chosen) => select(managerId, request, chosen),
});
