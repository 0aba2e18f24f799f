import type { BrokerLimits } from './limits.ts';
import type { Outbound } from './outbound.ts';
import {
  createSessionState,
  type Identity,
  type SessionConnection,
  type SessionState,
} from './session-state.ts';

/** All sessions of a broker by key and client id, and the open ones by session id. */
export class Registry<P> {
  readonly #limits: BrokerLimits;
  readonly #onDiscard: (sessionId: string) => void;
  readonly #byKey = new Map<string, Map<string, SessionState<P>>>();
  readonly #open = new Map<string, SessionConnection<P>>();
  /** All sessions by the id of their last connection's session. */
  readonly #bySession = new Map<string, SessionState<P>>();
  /** Sessions without a connection, in the order in which they lost it. */
  readonly #kept = new Set<SessionState<P>>();

  /** `onDiscard` is called with the session id when a session is forgotten, which has no connection by then. */
  constructor(limits: BrokerLimits, onDiscard: (sessionId: string) => void) {
    this.#limits = limits;
    this.#onDiscard = onDiscard;
  }

  /** Returns a copy, so that sessions may be ended during iteration. */
  open(): SessionConnection<P>[] {
    return [...this.#open.values()];
  }

  openOf(key: string): SessionConnection<P>[] {
    return [...this.statesOf(key)].flatMap(({ connection }) => connection ?? []);
  }

  find(sessionId: string): SessionConnection<P> | undefined {
    return this.#open.get(sessionId);
  }

  isOpen(key: string, clientId: string): boolean {
    return this.#byKey.get(key)?.get(clientId)?.connection !== undefined;
  }

  isKept(key: string): boolean {
    return [...this.statesOf(key)].some((state) => this.#kept.has(state));
  }

  statesOf(key: string): Iterable<SessionState<P>> {
    return this.#byKey.get(key)?.values() ?? [];
  }

  /**
   * Opens or resumes a session. Client ids are scoped to their key, so that a client cannot take over the
   * session of another account that uses the same client id.
   */
  begin(identity: Identity, createOutbound: () => Outbound): { state: SessionState<P>; isPresent: boolean } {
    const { key, clientId } = identity;
    // MQTT-3.1.4-2: the older connection is closed.
    this.#byKey.get(key)?.get(clientId)?.connection?.takeOver();
    // MQTT-3.1.2-6: a clean session starts empty and discards an older one.
    const kept = this.#byKey.get(key)?.get(clientId);
    if (kept && identity.clean) this.#discard(kept);
    if (kept && !identity.clean) {
      this.#kept.delete(kept);
      return { state: kept, isPresent: true };
    }
    const state = createSessionState<P>(identity, createOutbound());
    const states = this.#byKey.get(key) ?? new Map<string, SessionState<P>>();
    this.#byKey.set(key, states.set(clientId, state));
    return { state, isPresent: false };
  }

  /** Ends and forgets a session, connected or not, because its client opened another one elsewhere. */
  takeOver(sessionId: string): void {
    const state = this.#bySession.get(sessionId);
    // The client is connected elsewhere. Its will says the opposite, and would replace what the client has sent since.
    state?.connection?.discardWill();
    state?.connection?.takeOver();
    if (state && this.#kept.has(state)) this.#discard(state);
  }

  connected(live: SessionConnection<P>): void {
    live.state.connection = live;
    if (live.state.sessionId !== undefined) this.#bySession.delete(live.state.sessionId);
    live.state.sessionId = live.session.id;
    this.#bySession.set(live.session.id, live.state);
    this.#open.set(live.session.id, live);
  }

  left(live: SessionConnection<P>, now: number): void {
    const { state } = live;
    this.#open.delete(live.session.id);
    state.connection = undefined;
    if (state.clean) this.#discard(state);
    else this.#keep(state, now);
  }

  #keep(state: SessionState<P>, now: number): void {
    state.leftAt = now;
    this.#kept.add(state);
    const ofKey = [...this.#kept].filter(({ key }) => key === state.key);
    if (ofKey.length > this.#limits.keptPerKey && ofKey[0]) this.#discard(ofKey[0]);
    const [oldest] = this.#kept;
    if (this.#kept.size > this.#limits.keptInAll && oldest) this.#discard(oldest);
  }

  sweep(now: number): void {
    for (const state of this.#kept) {
      if (now - state.leftAt < this.#limits.keptMs) return;
      this.#discard(state);
    }
  }

  #discard(state: SessionState<P>): void {
    this.#kept.delete(state);
    state.outbound.discard();
    const states = this.#byKey.get(state.key);
    states?.delete(state.clientId);
    if (states?.size === 0) this.#byKey.delete(state.key);
    if (state.sessionId === undefined) return;
    this.#bySession.delete(state.sessionId);
    this.#onDiscard(state.sessionId);
  }
}
