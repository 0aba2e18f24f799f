import type { Clock } from '../../platform/clock.ts';
import type { Broker } from '../../platform/mqtt/index.ts';
import type { Auth } from '../../sign-in/auth/index.ts';
import type { LivePrincipal, LiveSession } from './live-principal.ts';

type Dependencies = {
  broker: Pick<Broker<LivePrincipal>, 'sessions'>;
  auth: Pick<Auth, 'activeFamilies' | 'markFamiliesUsed'>;
  clock: Clock;
  /** Called for each session that is about to be ended. */
  onDead: (session: LiveSession) => void;
};

/** How often the sign-ins of open sessions are marked as used. */
const MARK_USED_MS = 10 * 60_000;

/**
 * Ends the sessions whose sign-in was ended, or whose user or application was disabled. When the check
 * throws, every session stays open.
 */
export function createSessionCheck({ broker, auth, clock, onDead }: Dependencies) {
  let marked = clock.monotonic();
  return async function endDeadSessions(): Promise<void> {
    const open = [...broker.sessions()];
    const active = await auth.activeFamilies([...new Set(open.map((each) => each.principal.familyId))]);
    for (const session of open) {
      if (active.has(session.principal.familyId)) continue;
      onDead(session);
      session.end();
    }
    if (clock.monotonic() - marked < MARK_USED_MS) return;
    await auth.markFamiliesUsed(active);
    marked = clock.monotonic();
  };
}
