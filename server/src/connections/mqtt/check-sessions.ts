import type { Broker } from '@azulejo/broker';
import type { Clock } from '../../platform/clock.ts';
import type { Auth } from '../../sign-in/auth/index.ts';
import type { LivePrincipal, LiveSession } from './live-principal.ts';

type Dependencies = {
  broker: Pick<Broker<LivePrincipal>, 'sessions'>;
  auth: Pick<Auth, 'activeSignIns' | 'activeSecrets' | 'markSignInsUsed'>;
  clock: Clock;
  /** Called for each session that is about to be ended. */
  onDead: (session: LiveSession) => void;
};

/** How often the sign-ins of open sessions are marked as used. */
const MARK_USED_MS = 10 * 60_000;

/**
 * Ends the sessions whose sign-in was ended, whose secret is no longer valid, or whose user or client was
 * disabled. When the check throws, every session stays open.
 */
export function createSessionCheck({ broker, auth, clock, onDead }: Dependencies) {
  let marked = clock.monotonic();
  return async function endDeadSessions(): Promise<void> {
    const open = [...broker.sessions()];
    const credentials = open.map(({ principal }) => principal.credential);
    const secrets = await auth.activeSecrets(credentials.filter((each) => each.kind === 'secret'));
    const signIns = credentials.flatMap((each) => (each.kind === 'sign-in' ? each.signInId : []));
    const active = await auth.activeSignIns([...new Set(signIns)]);
    for (const session of open) {
      const { credential } = session.principal;
      if (credential.kind === 'secret' ? secrets.has(credential.hash) : active.has(credential.signInId))
        continue;
      onDead(session);
      session.end();
    }
    if (clock.monotonic() - marked < MARK_USED_MS) return;
    await auth.markSignInsUsed(active);
    marked = clock.monotonic();
  };
}
