import type { By } from '../../core/audit/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { createLruCache } from '../../platform/lru-cache.ts';
import { newToken } from '../../platform/random-token.ts';

const TICKET_MS = 60_000;
/** Maximum number of open tickets. Beyond it the oldest ends early. */
const MAX_OPEN = 10_000;

type Ticket = { readonly userId: string; readonly by: By; readonly expires: number };

/**
 * Creates the tickets with which browsers download: a form cannot send a token in a header, and an access token in
 * a form would work for everything and for longer. Tickets are kept in memory, since a restart only means to begin
 * again.
 */
export function createDownloadTickets(clock: Clock) {
  const open = createLruCache<Ticket>(MAX_OPEN);
  return {
    issue(userId: string, by: By): { ticket: string; expires: number } {
      const ticket = newToken('azt');
      open.set(ticket, { userId, by, expires: clock.monotonic() + TICKET_MS });
      return { ticket, expires: clock.now() + TICKET_MS };
    },
    /** Uses a ticket up. Returns undefined when it is unknown, was used, or has expired. */
    use(ticket: string): Ticket | undefined {
      const found = open.get(ticket);
      open.delete(ticket);
      return found && found.expires > clock.monotonic() ? found : undefined;
    },
  };
}

export type DownloadTickets = ReturnType<typeof createDownloadTickets>;
