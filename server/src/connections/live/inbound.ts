import { errors, type ValueAddress } from '@azulejo/contract';
import type { ChannelAccess } from '../../core/access/index.ts';
import type { Audit } from '../../core/audit/index.ts';
import type { Actor } from '../../core/domain-events/index.ts';
import type { MessageTrace, Reason } from '../../core/message-trace/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { coalescePerTick } from '../../platform/coalesce-per-tick.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { InboundMessage } from '../../platform/mqtt/index.ts';
import { Problem, problemSummary } from '../../platform/problem.ts';
import { withoutSecrets } from '../../platform/secrets.ts';
import type { Auth } from '../../sign-in/auth/index.ts';
import type { WritePath } from '../../state/write-path/index.ts';
import type { GrantMessages } from './grant-messages.ts';
import type { LiveSession } from './live-principal.ts';
import { type Delivery, tell } from './outbound.ts';
import { decodeGrantMessage, decodeMessage } from './payload.ts';
import { publishTarget } from './rights.ts';
import { inbound, malformed, noSuchTopic } from './trace.ts';

type Dependencies = {
  auth: Pick<Auth, 'channelOf'>;
  writePath: Pick<WritePath, 'receive'>;
  grants: Pick<GrantMessages, 'ask' | 'confirm'>;
  broker: Delivery;
  audit: Audit;
  messageTrace: MessageTrace;
  metrics: Metrics;
  clock: Clock;
  logger: Logger;
};

type Accepted = { committed: Promise<void> };
/** `invalid`: the session has the right to publish, but the message is not valid. */
type Drop = 'refused' | 'malformed' | 'invalid';

/**
 * Handles a message that a session publishes. A refused one is acknowledged all the same, and goes no
 * further: MQTT 3.1.1 has no other answer, and known apps wait for this one (ios-app 4.1). Throws when a
 * message cannot be decided on now, so that it is not acknowledged.
 */
export function createInbound(dependencies: Dependencies) {
  const { auth, writePath, grants, broker, audit, messageTrace, metrics, clock, logger } = dependencies;
  // A phone reads twenty properties of a channel at once (android-app 4.3).
  const together = coalescePerTick<ChannelAccess>();

  return async function publish(
    session: LiveSession,
    { topic, payload }: InboundMessage,
    arrivedIn?: number,
  ): Promise<Accepted> {
    const target = publishTarget(topic);
    if (target?.kind === 'value') return publishValue(session, topic, target.address, payload, arrivedIn);
    if (target?.kind === 'grants') return publishGrant(session, topic, target.deviceId, payload);
    tellRefused(session, topic, payload, noSuchTopic);
    return drop(session, topic, 'refused');
  };

  async function publishValue(
    session: LiveSession,
    topic: string,
    address: ValueAddress,
    payload: Buffer,
    arrivedIn: number | undefined,
  ): Promise<Accepted> {
    const message = decodeMessage(payload);
    if (!message) {
      const reason = malformed(payload);
      tellRefused(session, topic, payload, reason);
      const error = { code: errors.malformed_body.code, text: reason.text };
      tell(broker, {
        to: actorOf(session),
        address,
        message: { io: 'e', error, timestamp: clock.now() },
      });
      return drop(session, topic, 'malformed');
    }
    const refuse = (error: unknown): void => {
      if (!(error instanceof Problem) || errors[error.kind].status >= 500) throw error;
      tell(broker, {
        to: actorOf(session),
        address,
        message: { io: 'e', error: problemSummary(error), timestamp: clock.now() },
      });
      drop(session, topic, refusesRights.has(error.kind) ? 'refused' : 'invalid');
    };
    try {
      const channel = await channelOf(session, topic, address, payload, arrivedIn);
      const { committed } = await writePath.receive(actorOf(session), channel, address, message);
      metrics.livePublishes.inc({ result: 'accepted' });
      return { committed: committed.catch(refuse) };
    } catch (error) {
      refuse(error);
      return nothingToCommit;
    }
  }

  async function channelOf(
    { id, principal }: LiveSession,
    topic: string,
    { channelId }: ValueAddress,
    payload: Buffer,
    arrivedIn: number | undefined,
  ): Promise<ChannelAccess> {
    try {
      return await together(`${id} ${channelId}`, () => auth.channelOf(principal, channelId), arrivedIn);
    } catch (error) {
      messageTrace.refused(inbound(principal, topic, payload), error);
      throw error;
    }
  }

  function publishGrant(session: LiveSession, topic: string, deviceId: string, payload: Buffer): Accepted {
    const message = decodeGrantMessage(payload);
    if (!message) {
      tellRefused(session, topic, payload, noGrantMessage);
      return drop(session, topic, 'malformed');
    }
    const { tree, id } = session.principal;
    const isConfirmation = tree === 'devices' && id === deviceId && message.io === 'iw';
    if (isConfirmation) grants.confirm(deviceId, message.data);
    else if (message.io === 'iw' || !grants.ask(session, deviceId, message.data)) {
      tellRefused(session, topic, payload, noGrantFor);
      return drop(session, topic, 'refused');
    }
    metrics.livePublishes.inc({ result: 'accepted' });
    if (messageTrace.hasObservers)
      messageTrace.passed({ ...inbound(session.principal, topic, payload), result: 'accepted' });
    return nothingToCommit;
  }

  function tellRefused({ principal }: LiveSession, topic: string, payload: Buffer, reason: Reason): void {
    messageTrace.failed({ ...inbound(principal, topic, payload), result: 'refused', reason });
  }

  function drop({ id, principal, address }: LiveSession, topic: string, why: Drop): Accepted {
    metrics.livePublishes.inc({ result: why });
    logger.debug(
      { session: id, principal: principal.id, topic: withoutSecrets(topic), why },
      'publish dropped',
    );
    if (why === 'refused')
      audit.refused({
        action: 'refused.mqtt.publish',
        actorId: principal.id,
        targetId: topic.slice(0, TARGET_LENGTH),
        address,
      });
    return nothingToCommit;
  }
}

const refusesRights: ReadonlySet<string> = new Set(['not_found', 'forbidden', 'insufficient_scope']);
const noGrantMessage: Reason = {
  code: 'malformed',
  text: 'The payload is not a grant message: {"io":"w","data":{"role":"user","client_id":"…"}}.',
};
const noGrantFor: Reason = {
  code: 'forbidden',
  text: 'A user can request grants for itself and its application, an application for itself; only the device confirms.',
};
const nothingToCommit: Accepted = { committed: Promise.resolve() };
/**
 * Maximum length of a topic in the audit log. Value topics fit; a longer one, chosen by a client, could fill
 * the log.
 */
const TARGET_LENGTH = 200;

const actorOf = ({ id: session, principal: { kind, id, clientId } }: LiveSession): Actor => ({
  kind,
  id,
  clientId,
  session,
});
