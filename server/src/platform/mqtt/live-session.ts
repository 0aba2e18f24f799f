import { randomUUID } from 'node:crypto';
import type { MqttSession } from './broker.ts';
import type { BrokerContext, CloseReason, Ending } from './context.ts';
import { encodeAck, encodeSuback, PINGRESP } from './encode.ts';
import { Inbound } from './inbound.ts';
import { Outbound } from './outbound.ts';
import type { Output } from './output.ts';
import { type ClientPacket, type Connect, type Message, type QoS, TooLarge } from './packets.ts';
import { Rate } from './rate.ts';
import type { SessionState } from './session-state.ts';
import { Snapshots } from './snapshots.ts';

const FAILURE = 0x80;

/** The connection below a session. */
type Line = {
  readonly address: string;
  readonly output: Output;
  close(reason: CloseReason): void;
  /** Looks again whether it may read. */
  onRoom(): void;
};

type Opening<P> = { connect: Connect; identity: { key: string; principal: P }; line: Line };

/** A session while it has a connection: what its packets do, and what is sent to it. */
export class LiveSession<P> {
  readonly session: MqttSession<P>;
  readonly state: SessionState<P>;
  readonly isPresent: boolean;
  readonly #context: BrokerContext<P>;
  readonly #line: Line;
  readonly #inbound: Inbound;
  readonly #snapshots: Snapshots;
  readonly #rate: Rate;
  #will: Message | undefined;
  #isOpen = true;

  constructor(context: BrokerContext<P>, { connect, identity, line }: Opening<P>) {
    this.#context = context;
    this.#line = line;
    this.#will = connect.will;
    this.session = this.#describe(identity);
    const { key } = identity;
    const clientId = connect.clientId === '' ? this.session.id : connect.clientId;
    const begun = context.registry.begin({ key, clientId, clean: connect.clean }, () =>
      createOutbound(context),
    );
    this.state = begun.state;
    this.isPresent = begun.isPresent;
    this.#rate = new Rate(context.limits.rate, context.limits.burst, context.now());
    this.#inbound = this.#createInbound();
    this.#snapshots = this.#createSnapshots();
  }

  /** Rights may have changed since the filters of a kept session were granted. */
  arrive(): void {
    const { registry, rules, metrics } = this.#context;
    registry.connected(this);
    metrics.mqttConnections.inc();
    for (const filter of this.state.subscriptions.filters) {
      if (!rules.maySubscribe(this.session, filter)) this.state.subscriptions.delete(filter);
    }
    rules.arrived(this.session);
  }

  /** After CONNACK: what an earlier connection left unacknowledged. */
  resume(): void {
    if (this.#isOpen) this.state.outbound.attach(this.#line.output);
  }

  /** Milliseconds for which the socket should not be read; Infinity: until `onRoom`. */
  get waitMs(): number {
    const { limits } = this.#context;
    if (this.#inbound.count >= limits.inboundMessages || this.#inbound.bytes >= limits.inboundBytes) {
      return Number.POSITIVE_INFINITY;
    }
    if (this.#line.output.queuedBytes >= limits.queuedBytes) return Number.POSITIVE_INFINITY;
    return this.#rate.waitMs(this.#context.now());
  }

  /** Throws TooLarge. */
  handle(packet: ClientPacket): void {
    const { output } = this.#line;
    const { outbound } = this.state;
    switch (packet.type) {
      case 'publish':
        this.#publish(packet.message, packet.id);
        break;
      case 'puback':
        outbound.acknowledged(packet.id);
        break;
      case 'pubrec':
        outbound.received(packet.id);
        break;
      case 'pubcomp':
        outbound.completed(packet.id);
        break;
      case 'pubrel':
        this.#inbound.release(packet.id, () => output.write(encodeAck('pubcomp', packet.id)));
        break;
      case 'subscribe':
        this.#subscribe(packet.id, packet.subscriptions);
        break;
      case 'unsubscribe':
        this.#unsubscribe(packet.id, packet.filters);
        break;
      case 'pingreq':
        output.write(PINGRESP);
        break;
      case 'disconnect':
        // MQTT-3.14.4-3: the will goes without being published.
        this.#will = undefined;
        this.#line.close('client');
    }
  }

  deliver(message: Message): void {
    const { limits, metrics } = this.#context;
    const { output } = this.#line;
    const queued = output.queuedBytes + this.state.outbound.queuedBytes + this.#snapshots.heldBytes;
    if (message.qos === 0 && queued > limits.queuedBytes) {
      metrics.mqttDropped.inc({ reason: 'slow' });
      return;
    }
    if (queued > 2 * limits.queuedBytes) this.#line.close('slow');
    else if (this.#snapshots.holds(message)) return;
    this.state.outbound.send(message);
  }

  /** The output has drained. */
  drained(): void {
    this.state.outbound.wake();
  }

  takeOver(): void {
    this.#line.close('taken_over');
  }

  /** Once. What came in before is still handed to the rules, then the will. */
  closed(ending: Ending): void {
    const { reason } = ending;
    const { registry, rules, metrics, logger, now } = this.#context;
    this.#isOpen = false;
    metrics.mqttConnections.dec();
    const held = this.#snapshots.stopAll();
    this.state.outbound.detach();
    for (const message of held) this.state.outbound.send(message);
    // A server that stops may leave its wills (MQTT 3.1.2.5); clients are back before it would matter.
    if (reason === 'stopping') this.#inbound.stop();
    else if (this.#will) this.#inbound.take(this.#will, 0);
    registry.left(this, now());
    try {
      rules.left(this.session, ending);
    } catch (error) {
      logger.warn({ err: error, key: this.session.key }, 'a session left with a failure');
    }
  }

  #publish(message: Message, id: number): void {
    const { rules, limits, metrics, now } = this.#context;
    const { unreleased } = this.state;
    if (message.qos === 2 && !unreleased.has(id) && unreleased.size >= limits.unreleased) {
      throw new TooLarge('too many messages wait for PUBREL');
    }
    metrics.mqttMessages.inc({ direction: 'in' });
    this.#rate.take(rules.cost?.(message, this.session) ?? 1, now());
    this.#inbound.take(message, id);
  }

  #subscribe(id: number, subscriptions: readonly { filter: string; qos: QoS }[]): void {
    const granted = new Set<string>();
    const codes = subscriptions.map(({ filter, qos }) => {
      if (!this.#mayAdd(filter)) return FAILURE;
      this.state.subscriptions.set(filter, qos);
      granted.add(filter);
      return qos;
    });
    this.#line.output.write(encodeSuback(id, codes));
    // Each is a question to the storage.
    this.#rate.take(granted.size, this.#context.now());
    for (const filter of granted) this.#snapshots.request(filter);
  }

  #mayAdd(filter: string): boolean {
    const { subscriptions } = this.state;
    if (!isWithin(filter, this.#context.limits)) return false;
    if (!subscriptions.has(filter) && subscriptions.size >= this.#context.limits.subscriptions) return false;
    return this.#context.rules.maySubscribe(this.session, filter);
  }

  #unsubscribe(id: number, filters: readonly string[]): void {
    for (const filter of filters) {
      this.state.subscriptions.delete(filter);
      this.#snapshots.stop(filter);
    }
    // MQTT-3.10.4-5: also when there was none of them.
    this.#line.output.write(encodeAck('unsuback', id));
  }

  #describe({ key, principal }: { key: string; principal: P }): MqttSession<P> {
    const isOpen = () => this.#isOpen;
    return {
      id: randomUUID(),
      key,
      principal,
      address: this.#line.address,
      get isOpen() {
        return isOpen();
      },
      end: () => this.#line.close('ended'),
    };
  }

  #createInbound(): Inbound {
    const { rules, limits, metrics, logger, outstanding } = this.#context;
    const { output } = this.#line;
    return new Inbound({
      publish: async (message) => {
        if (isWithin(message.topic, limits)) return rules.publish(this.session, message);
        // It names nothing that is here. Acknowledged, since refusing is not in MQTT 3.1.1.
        metrics.mqttDropped.inc({ reason: 'topic' });
        return { committed: Promise.resolve() };
      },
      acknowledge: ({ qos }, id) => output.write(encodeAck(qos === 1 ? 'puback' : 'pubrec', id)),
      onFailure: (error) => {
        logger.warn({ err: error, key: this.session.key }, 'a message could not be taken');
        this.#line.close('failed');
      },
      onRoom: () => this.#line.onRoom(),
      unreleased: this.state.unreleased,
      outstanding,
    });
  }

  #createSnapshots(): Snapshots {
    const { rules, logger } = this.#context;
    const { outbound, subscriptions } = this.state;
    return new Snapshots({
      read: (filter) => rules.snapshot(this.session, filter),
      show: async (filter, value) => {
        const qos = subscriptions.qosOf(filter);
        if (!this.#isOpen || qos === undefined) return false;
        outbound.send({ ...value, qos, retain: true });
        await outbound.room();
        return this.#isOpen;
      },
      send: (message) => outbound.send(message),
      onFailure: (error) => {
        logger.warn({ err: error, key: this.session.key }, 'stored values could not be shown');
        this.#line.close('failed');
      },
    });
  }
}

function createOutbound<P>({ limits, metrics }: BrokerContext<P>): Outbound {
  return new Outbound({
    window: limits.outboundWindow,
    windowBytes: limits.outboundWindowBytes,
    keptMessages: limits.keptMessages,
    keptBytes: limits.keptBytes,
    onSent: () => metrics.mqttMessages.inc({ direction: 'out' }),
    onDropped: (count) => metrics.mqttDropped.inc({ reason: 'kept' }, count),
  });
}

function isWithin(topic: string, { topicBytes, topicLevels }: BrokerContext<unknown>['limits']): boolean {
  return Buffer.byteLength(topic) <= topicBytes && topic.split('/').length <= topicLevels;
}
