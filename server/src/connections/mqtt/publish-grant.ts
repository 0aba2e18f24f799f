import type { Taken } from '@azulejo/broker';
import type { MessageTrace, Reason } from '../../core/message-trace/index.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { GrantMessages } from './grant-messages.ts';
import type { LiveSession } from './live-principal.ts';
import { decodeGrantMessage } from './payload.ts';
import { nothingToCommit, type Refusals } from './refusals.ts';
import { inbound } from './trace.ts';

export type GrantDependencies = {
  grants: Pick<GrantMessages, 'request' | 'confirm'>;
  messageTrace: MessageTrace;
  metrics: Metrics;
};

/** Handles requests for grants, and the confirmations of devices. */
export function createPublishGrant({ grants, messageTrace, metrics }: GrantDependencies, refusals: Refusals) {
  return function publishGrant(
    session: LiveSession,
    topic: string,
    deviceId: string,
    payload: Buffer,
  ): Taken {
    const message = decodeGrantMessage(payload);
    if (!message) {
      refusals.record(session, topic, payload, noGrantMessage);
      return refusals.drop(session, topic, 'malformed');
    }
    const { tree, id } = session.principal;
    const isConfirmation = tree === 'devices' && id === deviceId && message.io === 'iw';
    if (isConfirmation) grants.confirm(deviceId, message.data);
    else if (message.io === 'iw' || !grants.request(session, deviceId, message.data)) {
      refusals.record(session, topic, payload, noGrantFor);
      return refusals.drop(session, topic, 'refused');
    }
    metrics.livePublishes.inc({ result: 'accepted' });
    if (messageTrace.hasObservers)
      messageTrace.passed({ ...inbound(session.principal, topic, payload), result: 'accepted' });
    return nothingToCommit;
  };
}

const noGrantMessage: Reason = {
  code: 'malformed',
  text: 'The payload is not a grant message: {"io":"w","data":{"role":"user","client_id":"…"}}.',
};
const noGrantFor: Reason = {
  code: 'forbidden',
  text: 'A user can request grants for itself and its application, an application for itself; only the device confirms.',
};
