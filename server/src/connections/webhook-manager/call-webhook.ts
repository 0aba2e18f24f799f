import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/keyring.ts';
import {
  type Outbound,
  OutboundError,
  type OutboundReply,
  signWebhookWithSubjects,
} from '../../platform/outbound/index.ts';
import { newId } from '../../platform/random-token.ts';
import type { DeviceRequest } from '../makers/index.ts';
import type { ManagerWebhooks, WebhookName } from '../managers/index.ts';

type Dependencies = {
  clock: Clock;
  keyring: Keyring;
  outbound: Outbound;
  managerWebhooks: Pick<ManagerWebhooks, 'get'>;
};

/** People wait for these; phones give up after a minute (managers 4.1). */
const TIMEOUTS_MS: Readonly<Record<WebhookName, number>> = {
  authorize: 8_000,
  receive_token: 8_000,
  devices_list: 25_000,
  select_device: 45_000,
};
const MAX_ANSWER_BYTES = 256 * 1024;

/** Returns the purpose for which the key of a manager's signatures is derived. */
export const signaturePurpose = (managerId: string): string => `webhook-signature:${managerId}`;

export type CallWebhook = ReturnType<typeof createCallWebhook>;

/**
 * Calls the webhooks of managers (manager-sdk 3). Known managers check the confirmation hash alone; others
 * can verify the signature as well. Throws `maker_failed` or `maker_late` without a complete answer.
 * No status means that the hash is wrong: managers answer 403 to every exception of theirs.
 */
export function createCallWebhook({ clock, keyring, outbound, managerWebhooks }: Dependencies) {
  return async (
    managerId: string,
    webhook: WebhookName,
    { applicationId, userId, templateId }: DeviceRequest,
    content?: unknown,
  ): Promise<OutboundReply> => {
    const { client, webhooks } = await managerWebhooks.get(managerId);
    const url = webhooks[webhook];
    if (url === undefined) throw failure(`the manager has set no webhook "${webhook}"`);
    const body = content === undefined ? undefined : JSON.stringify(content);
    const keys = await keyring.derive(signaturePurpose(managerId));
    const subjects = [applicationId, userId, templateId];
    const headers = {
      accept: 'application/json',
      authorization: `Bearer ${client.confirmationHash}`,
      'x-client-id': applicationId,
      'x-owner-id': userId,
      'x-channeltemplate-id': templateId,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...signWebhookWithSubjects({ id: newId(), time: clock.now(), body: body ?? '', subjects }, keys),
    };
    const method = webhook === 'authorize' ? 'GET' : 'POST';
    const timeoutMs = TIMEOUTS_MS[webhook];
    return await outbound
      .send({
        party: managerId,
        purpose: webhook,
        method,
        url,
        headers,
        body,
        timeoutMs,
        maxBytes: MAX_ANSWER_BYTES,
      })
      .catch((error: unknown) => {
        throw error instanceof OutboundError ? toApiError(error) : error;
      });
  };
}

function toApiError(error: OutboundError): ApiError {
  if (error.failure === 'timeout')
    return new ApiError('maker_late', {
      detail: 'The maker’s manager did not answer in time.',
      cause: error,
    });
  return failure('its manager could not be reached', error);
}

/** Returns the error for a maker that does not do its part. */
export const failure = (reason: string, cause?: unknown): ApiError =>
  new ApiError('maker_failed', { detail: `The maker sent an unexpected response: ${reason}.`, cause });

/** Returns the JSON of an answer with status 200; undefined for any other. */
export function jsonOf({ status, text }: OutboundReply): unknown {
  if (status !== 200) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
