import type { ValueAddress } from '@azulejo/contract';
import { addressOf } from '@azulejo/model';
import type { StampedMessage } from '../../core/domain-events/index.ts';
import type { DatabaseContact } from '../../platform/database-contact.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { toStoredValue, type Values } from '../../telemetry/values/index.ts';
import type { DeliveredTimes } from './delivered-times.ts';
import type { LiveSession } from './live-principal.ts';
import { type Delivery, heardTopicsOf } from './outbound.ts';
import { encodeMessage } from './payload.ts';
import { type Gap, idOf, type Place } from './server-messages.ts';

/** How much earlier than a gap the values are that are sent again: a commit takes time until it is published. */
const BEFORE_GAP_MS = 2_000;

export type DeliverElsewhereDependencies = {
  delivery: Delivery;
  deliveredTimes: DeliveredTimes;
  values: Pick<Values, 'pagesOf'>;
  sessions: () => Iterable<LiveSession>;
  databaseContact: DatabaseContact;
  metrics: Pick<Metrics, 'sessionsRepaired'>;
};

/** Delivers values that other servers stored: as they are published, and from the rows what was missed. */
export function createDeliverElsewhere(dependencies: DeliverElsewhereDependencies) {
  const { delivery, deliveredTimes, values, sessions, databaseContact, metrics } = dependencies;

  /** Delivers a value to the sessions of users and applications. */
  function deliver(places: readonly Place[], address: ValueAddress, message: StampedMessage): void {
    if (!deliveredTimes.take(address, message.timestamp)) return;
    const payload = encodeMessage(message);
    for (const place of places) {
      const tree = place.startsWith('user:') ? 'users' : 'applications';
      for (const topic of heardTopicsOf(delivery, place, { tree, id: idOf(place), address }))
        delivery.deliver(place, topic, payload);
    }
  }

  let running: Promise<void> | undefined;
  let next: Gap | undefined;

  async function repairAll(): Promise<void> {
    for (let gap = next; gap; gap = next) {
      next = undefined;
      const { since, places } = gap;
      const listening = [...sessions()].flatMap(({ key, principal: { tree, id } }) =>
        (tree === 'users' || tree === 'applications') && (places?.includes(key as Place) ?? true)
          ? [[key as Place, { role: tree === 'users' ? 'user' : 'application', id }] as const]
          : [],
      );
      metrics.sessionsRepaired.inc(listening.length);
      const grantees = new Map(listening);
      for (const [place, grantee] of grantees) {
        for await (const rows of values.pagesOf(grantee)) {
          for (const row of rows.filter(({ timestamp }) => timestamp > since - BEFORE_GAP_MS)) {
            const { data, sender, onBehalfOf, timestamp } = toStoredValue(row);
            deliver([place], addressOf(row), { io: 'iw', data, sender, onBehalfOf, timestamp });
          }
        }
      }
    }
  }

  async function resume(): Promise<void> {
    if (!databaseContact.isRecent()) return;
    running ??= repairAll().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    deliver,
    /** Sends the values that may have been missed, for all gaps until now at once. */
    repair(gap: Gap): Promise<void> {
      next = next ? joined(next, gap) : gap;
      return resume();
    },
    resume,
  };
}

function joined(one: Gap, other: Gap): Gap {
  const since = Math.min(one.since, other.since);
  const { places, ...all } = { ...one, since };
  return places && other.places ? { ...all, places: [...places, ...other.places] } : all;
}
