import { type PortalMessage, toTimestamp } from '@azulejo/contract';
import type { Db } from '../../database/index.ts';
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

/** Advice for developers about a failure, by its code. */
const advice: Readonly<Record<string, string>> = {
  invalid_value: 'See the property’s schema in the template for the allowed values.',
  not_writable: 'Write a property whose “io” in the template has a “w”; devices report this one.',
  too_many_writes: 'Send fewer writes: the template sets “rateLimit” for this property.',
  insufficient_scope: 'Sign in again and request the missing scope.',
  unanswered:
    'Check that the device is connected and subscribed, and that it answers “w” with “iw” within 5 seconds.',
  refused_by_device: 'The device reported through its “access” property that it cannot do this now.',
  topic: 'Publish on the topic of the channel itself, without users, applications or devices in front.',
  malformed: 'Publish a JSON object such as {"io":"w","data":true}.',
  no_value: 'Send the value as “data”.',
  no_credentials: 'Set both in the MQTT client.',
  invalid_token:
    'Sign in for a new token. A token is shown once and never changes: compare its first characters.',
  other_client: 'Use the client id of the application through which the user signed in.',
  revoked_token:
    'Sign in again. Sign-out and a new password end sign-ins, and so does a refresh token used twice.',
  expired_token: 'Renew the token with its refresh token, or sign in again.',
  disabled: 'Enable it again on its page.',
  protocol: 'Compare what the client sends with this clause of MQTT 3.1.1.',
  limit: 'Send smaller packets, or raise MQTT_MAX_PACKET_KB.',
  connect_timeout: 'Check whether a program other than an MQTT client connects to this port.',
  keep_alive: 'Make the client send PINGREQ, or use a longer keep alive.',
  slow: 'Subscribe to fewer topics, or read faster: waiting messages were dropped.',
  version: 'Configure the client for MQTT 3.1.1.',
};

/** Advice on `not_found` and `forbidden`, which depends on what exists. */
const ofChannel = {
  known: 'The channel exists, but this client has no grant on it: see the channel’s grants.',
  unknown: 'No channel has this id. Was it deleted, or is it the id of something else?',
  report: 'Only the channel’s owner reports with “iw” and “ir”; all others send “r” and “w”.',
  ask: 'The channel’s owner reports with “iw”; only others send “r” and “w”.',
  property: 'See the template for the components and properties of this channel.',
};

type About = {
  code: string;
  io: string | undefined;
  channelId: string | undefined;
  isChannelKnown: boolean;
  /** Whether the sender may access the channel. */
  hasPart: boolean;
};

function adviceOn({ code, io, channelId, isChannelKnown, hasPart }: About): string | undefined {
  if (code === 'not_found' && channelId !== undefined) {
    if (hasPart) return ofChannel.property;
    return isChannelKnown ? ofChannel.known : ofChannel.unknown;
  }
  if (code === 'forbidden' && hasPart) return io === 'iw' || io === 'ir' ? ofChannel.report : ofChannel.ask;
  return advice[code];
}
