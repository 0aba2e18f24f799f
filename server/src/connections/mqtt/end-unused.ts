import type { Broker } from '@azulejo/broker';
import type { DomainEventBus } from '../../core/domain-events/index.ts';
import { keyOf, type LivePrincipal, type LiveSession } from './live-principal.ts';

type Dependencies = {
  broker: Pick<Broker<LivePrincipal>, 'sessionsOf'>;
  /** Called for each session that is about to be ended. */
  onDead: (session: LiveSession) => void;
};

/**
 * Ends the sessions of a device that connected with its secret when a channel of it loses its last user: fixed
 * firmware does not read the message about the grant, and starts from nothing when it connects again.
 */
export const endUnused = (bus: DomainEventBus, { broker, onDead }: Dependencies): Disposable =>
  bus.on('grantEnded', ({ owner, isLast }) => {
    if (!isLast) return;
    for (const session of broker.sessionsOf(keyOf({ kind: 'client', id: owner.id }))) {
      if (session.principal.credential.kind !== 'secret') continue;
      onDead(session);
      session.end();
    }
  });
