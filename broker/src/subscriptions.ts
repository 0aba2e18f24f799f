import type { QoS } from './packets.ts';
import { compileFilter } from './topic-filter.ts';

type Subscription = { qos: QoS; matches(topic: string): boolean };

/** The granted filters of one session. */
export class Subscriptions {
  readonly #byFilter = new Map<string, Subscription>();

  get size(): number {
    return this.#byFilter.size;
  }

  get filters(): string[] {
    return [...this.#byFilter.keys()];
  }

  has(filter: string): boolean {
    return this.#byFilter.has(filter);
  }

  /** Adds a subscription, or replaces the one of the same filter (MQTT-3.8.4-3). */
  set(filter: string, qos: QoS): void {
    this.#byFilter.set(filter, { qos, matches: compileFilter(filter) });
  }

  delete(filter: string): void {
    this.#byFilter.delete(filter);
  }

  qosOf(filter: string): QoS | undefined {
    return this.#byFilter.get(filter)?.qos;
  }

  /** Returns the highest QoS of the matching subscriptions (MQTT-3.3.5-1), or undefined when none matches. */
  match(topic: string): QoS | undefined {
    let best: QoS | undefined;
    for (const { qos, matches } of this.#byFilter.values()) {
      if ((best === undefined || qos > best) && matches(topic)) best = qos;
    }
    return best;
  }
}
