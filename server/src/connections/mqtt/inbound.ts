import type { InboundMessage, Taken } from '@azulejo/broker';
import type { LiveSession } from './live-principal.ts';
import { createPublishGrant, type GrantDependencies } from './publish-grant.ts';
import { createPublishValue, type ValueDependencies } from './publish-value.ts';
import { createRefusals, type RefusalDependencies } from './refusals.ts';
import { publishTarget } from './rights.ts';
import { noSuchTopic } from './trace.ts';

type Dependencies = ValueDependencies & GrantDependencies & RefusalDependencies;

/**
 * Handles a message that a session publishes. A refused one is acknowledged all the same, and goes no
 * further: MQTT 3.1.1 has no other answer, and known apps wait for this one (ios-app 4.1). Throws when a
 * message cannot be decided on now, so that it is not acknowledged.
 */
export function createInbound(dependencies: Dependencies) {
  const refusals = createRefusals(dependencies);
  const publishValue = createPublishValue(dependencies, refusals);
  const publishGrant = createPublishGrant(dependencies, refusals);

  return async function publish(
    session: LiveSession,
    { topic, payload }: InboundMessage,
    arrival?: number,
  ): Promise<Taken> {
    const target = publishTarget(topic);
    if (target?.kind === 'value') return publishValue(session, topic, target.address, payload, arrival);
    if (target?.kind === 'grants') return publishGrant(session, topic, target.deviceId, payload);
    refusals.record(session, topic, payload, noSuchTopic);
    return refusals.drop(session, topic, 'refused');
  };
}
