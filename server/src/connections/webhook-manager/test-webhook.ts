import type { Users } from '../../identity/users/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { LoggedCall, Outbound } from '../../platform/outbound/index.ts';
import { newId } from '../../platform/random-token.ts';
import type { DeviceRequest } from '../makers/index.ts';
import type { ManagerWebhooks, WebhookName } from '../managers/index.ts';
import type { CallWebhook } from './call-webhook.ts';

type Dependencies = {
  outbound: Outbound;
  users: Pick<Users, 'findSubject'>;
  managerWebhooks: ManagerWebhooks;
  callWebhook: CallWebhook;
};

/** The webhooks that operators see in the log of calls and may repeat. */
export type RepeatedCall = WebhookName | 'token';

/** Says why a call cannot be repeated: its effect would be wrong the second time. */
const REFUSED: Readonly<Partial<Record<RepeatedCall, string>>> = {
  receive_token:
    'cannot be called again: the manager may have renewed the tokens since, and would replace them by older ones. The user has to sign in at the maker again',
  select_device:
    'cannot be called again: it creates channels and puts devices into a home, which only the user can ask for',
  token: 'cannot be called again: the maker redeems a code or refresh token once',
};

export type TestWebhook = (
  managerId: string,
  request: Omit<DeviceRequest, 'userId'>,
  options?: { webhook?: RepeatedCall; userId?: string },
) => Promise<LoggedCall>;

/**
 * Creates the function with which an operator sees whether a manager answers. It calls a webhook that changes
 * nothing: where a person signs in, or which devices the person has. Without a user it does so for a person who
 * does not exist. Returns how the call went. Throws `invalid_request` for any other webhook, and `not_found` for
 * a webhook that is not set, or for a user whom the application does not have.
 */
export const createTestWebhook =
  ({ outbound, users, managerWebhooks, callWebhook }: Dependencies): TestWebhook =>
  async (managerId, request, { webhook = 'authorize', userId } = {}) => {
    const refused = REFUSED[webhook];
    if (refused !== undefined || webhook === 'token') throw invalidField('webhook', refused ?? '');
    const { webhooks } = await managerWebhooks.get(managerId);
    if (webhooks[webhook] === undefined)
      throw new ApiError('not_found', { detail: `The manager has set no webhook "${webhook}".` });
    if (userId !== undefined && (await users.findSubject(userId))?.clientId !== request.applicationId)
      throw new ApiError('not_found', { detail: 'The application does not have this user.' });
    const before = new Set(outbound.calls(managerId));
    try {
      // `authorize` is called without a body, as when pairing.
      const content = webhook === 'authorize' ? undefined : {};
      await callWebhook(managerId, webhook, { ...request, userId: userId ?? newId() }, content);
    } catch (error) {
      // The log of the call says what went wrong.
      if (!(error instanceof ApiError)) throw error;
    }
    const call = outbound.calls(managerId).find((each) => !before.has(each) && each.purpose === webhook);
    if (!call) throw new ApiError('unavailable');
    return call;
  };
