import { type ClientMessage, type GrantMessage, toTimestamp } from '@azulejo/contract';
import { isJsonObject } from '@azulejo/model';
import type { StampedMessage } from '../../core/domain-events/index.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const performatives: ReadonlySet<unknown> = new Set<ClientMessage['io']>(['r', 'w', 'ir', 'iw']);

/**
 * Returns undefined unless the payload is a JSON object with one of the four performatives. Other members are
 * left out.
 */
export function decodeMessage(payload: Buffer): ClientMessage | undefined {
  const message = decodeObject(payload);
  if (!message || !performatives.has(message['io'])) return undefined;
  const io = message['io'] as ClientMessage['io'];
  return Object.hasOwn(message, 'data') ? { io, data: message['data'] } : { io };
}

/**
 * Returns undefined unless the payload is a `w` or `iw` with a role and a grantee. Members that are not
 * strings are left out.
 */
export function decodeGrantMessage(payload: Buffer): GrantMessage | undefined {
  const message = decodeObject(payload);
  const data = message?.['data'];
  if (!isJsonObject(data)) return undefined;
  const { io } = message ?? {};
  const { role, client_id } = data;
  if (io !== 'w' && io !== 'iw') return undefined;
  if ((role !== 'application' && role !== 'user') || typeof client_id !== 'string') return undefined;
  const optional = Object.fromEntries(
    ['requesting_client_id', 'content', 'id'].flatMap((name) =>
      typeof data[name] === 'string' ? [[name, data[name]]] : [],
    ),
  );
  return { io, data: { role, client_id, ...optional } };
}

function decodeObject(payload: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(utf8.decode(payload));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Encodes a message as it is on the wire (`PlatformMessage`). */
export function encodeMessage(message: StampedMessage): Buffer {
  const { io, data, sender, onBehalfOf, timestamp, stale, error } = message;
  return encode({
    io,
    data,
    sender,
    on_behalf_of: onBehalfOf,
    timestamp: toTimestamp(timestamp),
    stale,
    error,
  });
}

type GrantStamp = { sender: string; onBehalfOf?: string; timestamp: number };

export function encodeGrantMessage({ io, data }: GrantMessage, stamp: GrantStamp): Buffer {
  const { sender, onBehalfOf, timestamp } = stamp;
  return encode({ io, data, sender, on_behalf_of: onBehalfOf, timestamp: toTimestamp(timestamp) });
}

/** Encodes in ASCII only: a known app reads bytes as Latin-1 (android-app 4.3). */
function encode(message: object): Buffer {
  const text = JSON.stringify(message).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return Buffer.from(text, 'latin1');
}
