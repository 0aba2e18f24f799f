import type { Taken } from '@azulejo/broker';
import { errors, type ValueAddress } from '@azulejo/contract';
import type { UsableChannel } from '../../core/access/index.ts';
import type { Actor } from '../../core/domain-events/index.ts';
import type { MessageTrace } from '../../core/message-trace/index.ts';
import { ApiError, errorSummary } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { coalescePerTick } from '../../platform/coalesce-per-tick.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Auth } from '../../sign-in/auth/index.ts';
import type { WritePath } from '../../telemetry/write-path/index.ts';
import { type LiveSession, nameOf } from './live-principal.ts';
import { type Delivery, deliverReply } from './outbound.ts';
import { decodeMessage } from './payload.ts';
import { nothingToCommit, type Refusals } from './refusals.ts';
import { inbound, malformed } from './trace.ts';

/**
 * Cost of a read that is answered, relative to other messages: a phone reads its whole home at each refresh
 * (android-app 4.3). A refused one costs as much as any message.
 */
const READ_COST = 0.1;

export type ValueDependencies = {
  auth: Pick<Auth, 'channelOf'>;
  writePath: Pick<WritePath, 'receive'>;
  broker: Delivery;
  messageTrace: MessageTrace;
  metrics: Metrics;
  clock: Clock;
};

type ErrorSummary = ReturnType<typeof errorSummary>;

/** Handles messages about a value: a report, a command or a read. */
export function createPublishValue(
  { auth, writePath, broker, messageTrace, metrics, clock }: ValueDependencies,
  refusals: Refusals,
) {
  // A phone reads twenty properties of a channel at once (android-app 4.3).
  const together = coalescePerTick<UsableChannel>();

  function replyWithError(session: LiveSession, address: ValueAddress, error: ErrorSummary): void {
    const message = { io: 'e', error, timestamp: clock.now() } as const;
    deliverReply(broker, { to: actorOf(session), address, message });
  }

  async function channelOf(
    { id, principal }: LiveSession,
    topic: string,
    { channelId }: ValueAddress,
    payload: Buffer,
    isWrite: boolean,
    arrival: number | undefined,
  ): Promise<UsableChannel> {
    const find = () => auth.channelOf(principal, channelId, isWrite);
    try {
      return await together(`${id} ${channelId} ${isWrite}`, find, arrival);
    } catch (error) {
      messageTrace.refused(inbound(principal, topic, payload), error);
      throw error;
    }
  }

  return async function publishValue(
    session: LiveSession,
    topic: string,
    address: ValueAddress,
    payload: Buffer,
    arrival: number | undefined,
  ): Promise<Taken> {
    const message = decodeMessage(payload);
    if (!message) {
      const reason = malformed(payload);
      refusals.record(session, topic, payload, reason);
      const error = { code: errors.malformed_body.code, text: reason.text };
      replyWithError(session, address, error);
      return refusals.drop(session, topic, 'malformed');
    }
    const refuse = (error: unknown): void => {
      if (!(error instanceof ApiError) || errors[error.kind].status >= 500) throw error;
      replyWithError(session, address, errorSummary(error));
      refusals.drop(session, topic, refusesRights.has(error.kind) ? 'refused' : 'invalid');
    };
    try {
      const channel = await channelOf(session, topic, address, payload, message.io === 'w', arrival);
      const { committed } = await writePath.receive(actorOf(session), channel, address, message, arrival);
      metrics.livePublishes.inc({ result: 'accepted' });
      return { committed: committed.catch(refuse), ...(message.io === 'r' && { cost: READ_COST }) };
    } catch (error) {
      refuse(error);
      return nothingToCommit;
    }
  };
}

const refusesRights: ReadonlySet<string> = new Set(['not_found', 'forbidden', 'insufficient_scope']);

const actorOf = ({ clientId: session, principal: { kind, id, clientId } }: LiveSession): Actor => ({
  kind,
  id,
  clientId,
  session: nameOf({ clientId: session }),
});
