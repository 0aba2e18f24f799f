import { resources } from '@azulejo/contract';
import { cleanup, type Feature, type Platform } from '../../core/feature.ts';
import { createEvents } from './events.ts';
import { eventHandlers } from './events-routes.ts';

/** Interval of polling for events whose notification was lost, or came to another server. */
const POLL_MS = 2_000;

/** Logs what happens in a home. Clients follow this log. */
export function eventsFeature({ db, clock, bus, retention }: Platform) {
  const events = createEvents({ db, clock, bus, retention: retention.events });
  return {
    api: { events },
    routes: ({ serve, authorize }) => serve(resources.events, eventHandlers(events, { authorize, clock })),
    jobs: [
      { name: 'poll for events', runs: 'everywhere', everyMs: POLL_MS, run: events.poll },
      cleanup('events', events.prune),
    ],
    streams: events.streams,
    release: () => events.stop(),
  } satisfies Feature;
}
