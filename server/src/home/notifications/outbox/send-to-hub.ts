import type { Outbound } from '../../../platform/outbound/index.ts';
import { type HubFormat, type PhoneHub, toHubRequest } from '../../../platform/push/index.ts';
import { phoneTagOf } from '../phone-tag.ts';
import type { MessageRow } from './send-push.ts';
import { type Outcome, sendRequest } from './send-request.ts';

type Dependencies = {
  readonly outbound: Outbound;
  /** Undefined when the operator has no hub. */
  readonly hub: PhoneHub | undefined;
};

/** A key that is wrong, and a hub that does not exist: the operator can correct the settings before the message expires. */
const WRONG = new Set<unknown>([401, 403, 404, 410]);

/** Sends a message to the phone apps of a person. A hub also takes one for a person whose phones never registered. */
export function createSendToHub({ outbound, hub }: Dependencies) {
  return async (message: MessageRow, format: HubFormat, now: number): Promise<Outcome> => {
    if (!hub) return { result: 'refused', reason: 'there is no notification hub' };
    const request = toHubRequest(hub, format, { tag: phoneTagOf(message.user_id), message, now });
    return sendRequest(outbound, request, (failure) => (WRONG.has(failure) ? 'later' : undefined));
  };
}
