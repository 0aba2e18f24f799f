import type { CloseReason, Disconnection } from '@azulejo/broker';
import { type Performative, parsePublishTopic, publishTopic } from '@azulejo/contract';
import type { MessageTrace, Party, TraceEntry } from '../../core/message-trace/index.ts';
import type { Delivery } from './outbound.ts';
import { decodeMessage } from './payload.ts';

/** Matches what precedes the channels of a tree in a topic: `/v3/users/ID/channels/…`. */
const TREE = /^\/v3\/[a-z]+\/([^/]+)(?=\/channels\/)/;

/** Traces a delivery to all sessions of one key. `count` is 0 when none of them is connected. */
export function traceDelivery(
  messageTrace: MessageTrace,
  [key, topic, payload, { channel, clientId } = {}]: Parameters<Delivery['deliver']>,
  count: number,
): void {
  const [kind, id = ''] = key.split(':', 2) as [Party['kind'], string?];
  messageTrace.passed({
    kind: 'message',
    direction: 'out',
    via: 'mqtt',
    party: { kind, id, clientId: clientId ?? id },
    channel,
    topic,
    address: parsePublishTopic(topic.replace(TREE, '/v3')),
    io: (JSON.parse(payload.toString()) as { io: Performative }).io,
    raw: payload,
    result: count > 0 ? 'delivered' : 'unheard',
  });
}

/** Returns the trace entry of a message that a client published. */
export const inbound = (party: Party, topic: string, raw: Buffer) =>
  ({
    kind: 'message',
    direction: 'in',
    via: 'mqtt',
    party,
    topic,
    address: parsePublishTopic(topic),
    io: decodeMessage(raw)?.io,
    raw,
  }) as const satisfies Omit<TraceEntry, 'result'>;

/** The reason for refusing a message on a topic that accepts none. */
export const noSuchTopic = {
  code: 'topic',
  text: `No client may publish on this topic: values go to ${publishTopic({ channelId: '{channel}', componentId: '{component}', propertyId: '{property}' })}.`,
};

/** Returns the reason for refusing a payload that is not a message. */
export function malformed(payload: Buffer): { code: string; text: string } {
  return { code: 'malformed', text: wrongIn(payload) };
}

function wrongIn(payload: Buffer): string {
  if (payload.length === 0) return 'The payload is empty.';
  try {
    const message: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
    if (typeof message !== 'object' || message === null || Array.isArray(message))
      return 'The payload is not a JSON object.';
    return '"io" must be "r", "w", "ir" or "iw".';
  } catch {
    return 'The payload is not valid UTF-8 JSON.';
  }
}

const words: Readonly<Record<CloseReason, string>> = {
  client: 'The client disconnected normally.',
  gone: 'The connection was lost.',
  protocol: 'The client violated the MQTT protocol',
  limit: 'The client sent more than allowed',
  connect_timeout: 'The client connected and never sent CONNECT.',
  packet_timeout: 'The client started a packet but did not finish it in time.',
  tls: 'The TLS handshake failed',
  account_limit: 'Its account has too many sessions',
  reconnects: 'The client or its network reconnects too often.',
  network_limit: 'Too many connections from this network.',
  keep_alive: 'The client sent nothing for longer than its keep alive.',
  slow: 'The client did not read its messages in time.',
  refused: 'CONNECT was refused',
  version: 'The client uses an MQTT version other than 3.1 and 3.1.1',
  unavailable: 'The platform could not accept the connection now.',
  failed: 'The platform failed to handle a packet; see its log.',
  taken_over: 'The client connected again, with the same client id or as its only connection.',
  ended: 'Its sign-in ended, or its secret is no longer valid.',
  stopping: 'The platform is shutting down.',
};

/** Reasons that the client chose or that are not an error. */
const ORDINARY: ReadonlySet<CloseReason> = new Set(['client', 'gone', 'ended', 'stopping', 'taken_over']);

/** Traces how a connection ended. `party` is undefined when the client was not authenticated. */
export function traceDisconnection(
  messageTrace: MessageTrace,
  party: Party | undefined,
  { reason, detail }: Disconnection,
): void {
  const text = detail === undefined ? words[reason] : `${words[reason].replace(/\.$/, '')}: ${detail}.`;
  const passed = {
    kind: 'disconnect',
    direction: 'in',
    via: 'mqtt',
    party,
    result: 'closed',
    reason: { code: reason, text },
  } as const;
  if (!ORDINARY.has(reason)) messageTrace.failed(passed);
  else if (party) messageTrace.passed(passed);
}
