import type { Taken } from '@azulejo/broker';
import type { Audit } from '../../core/audit/index.ts';
import type { MessageTrace, Reason } from '../../core/message-trace/index.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { LiveSession } from './live-principal.ts';
import { inbound } from './trace.ts';

export type RefusalDependencies = {
  audit: Audit;
  messageTrace: MessageTrace;
  metrics: Metrics;
  logger: Logger;
};

/** `invalid`: the session has the right to publish, but the message is not valid. */
export type Drop = 'refused' | 'malformed' | 'invalid';

export const nothingToCommit: Taken = { committed: Promise.resolve() };
/**
 * Maximum length of a topic in the audit log. Value topics fit; a longer one, chosen by a client, could fill
 * the log.
 */
const TARGET_LENGTH = 200;

export type Refusals = ReturnType<typeof createRefusals>;

/** Records the messages that are refused. */
export function createRefusals({ audit, messageTrace, metrics, logger }: RefusalDependencies) {
  function record({ principal }: LiveSession, topic: string, payload: Buffer, reason: Reason): void {
    messageTrace.failed({ ...inbound(principal, topic, payload), result: 'refused', reason });
  }

  function drop({ id, principal, address }: LiveSession, topic: string, why: Drop): Taken {
    metrics.livePublishes.inc({ result: why });
    logger.debug({ session: id, principal: principal.id, topic, why }, 'publish dropped');
    if (why === 'refused')
      audit.refused({
        action: 'refused.mqtt.publish',
        actorId: principal.id,
        targetId: topic.slice(0, TARGET_LENGTH),
        address,
      });
    return nothingToCommit;
  }

  return { record, drop };
}
