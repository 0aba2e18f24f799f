import { type PortalMessage, toTimestamp } from '@azulejo/contract';
import type { Db } from '../../database/index.ts';
import { adviceOn } from './message-log-advice.ts';
import type { Line } from './message-log-line.ts';
import { createNames, type Named } from './read-models/message-log-names.ts';

type Names = ReadonlyMap<string, Named>;

/** Converts lines to the wire, with the names of their ids. */
export function createMessagesToWire(db: Db) {
  const namesOf = createNames(db);
  return async (lines: readonly Line[]): Promise<PortalMessage[]> => {
    const names = await namesOf(lines.flatMap(idsIn));
    return lines.map((line) => toWireMessage(line, names));
  };
}

const idsIn = ({ party, claimedId, address }: Line): string[] =>
  [party?.id, party?.clientId, claimedId, address?.channelId].filter((id) => id !== undefined);

function toWireMessage(line: Line, names: Names): PortalMessage {
  const { address, reason, tookMs } = line;
  return {
    n: line.n,
    at: toTimestamp(line.at),
    kind: line.kind,
    direction: line.direction,
    via: line.via,
    party: partyOf(line, names),
    ...(line.topic === undefined ? {} : { topic: line.topic }),
    ...(address && { channel: channelOf(address.channelId, names) }),
    ...(line.io === undefined ? {} : { io: line.io }),
    ...(line.payload === undefined ? {} : { payload: line.payload }),
    ...(line.bytes === undefined ? {} : { bytes: line.bytes }),
    result: line.result as PortalMessage['result'],
    is_failure: line.isFailure,
    ...(reason && { reason: { ...reason, ...adviceFor(line, reason.code, names) } }),
    ...(tookMs === undefined ? {} : { took_ms: tookMs }),
  };
}

function channelOf(id: string, names: Names): NonNullable<PortalMessage['channel']> {
  const named = names.get(id);
  const templateId = named?.templateId;
  return { id, name: named?.name ?? null, ...(templateId === undefined ? {} : { template_id: templateId }) };
}

function partyOf({ party, claimedId, via, address }: Line, names: Names): PortalMessage['party'] {
  if (!party) return { kind: 'unknown', id: claimedId ?? '', name: names.get(claimedId ?? '')?.name ?? null };
  const { id, clientId } = party;
  const name = names.get(id)?.name ?? null;
  if (party.kind === 'user') return { kind: 'user', id, name, application_id: clientId };
  // A virtual device reports under its channel's own id.
  if (via === 'virtual' && id === address?.channelId) return { kind: 'virtual', id, name };
  const kind = names.get(id)?.kind;
  return { kind: kind === undefined || kind === 'user' || kind === 'channel' ? 'unknown' : kind, id, name };
}

function adviceFor({ io, address, channel }: Line, code: string, names: Names) {
  const channelId = address?.channelId;
  const isChannelKnown = channelId !== undefined && names.has(channelId);
  const advice = adviceOn({ code, io, channelId, isChannelKnown, hasPart: channel !== undefined });
  return advice === undefined ? {} : { advice };
}
