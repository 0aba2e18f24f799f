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

export function adviceOn({ code, io, channelId, isChannelKnown, hasPart }: About): string | undefined {
  if (code === 'not_found' && channelId !== undefined) {
    if (hasPart) return ofChannel.property;
    return isChannelKnown ? ofChannel.known : ofChannel.unknown;
  }
  if (code === 'forbidden' && hasPart) return io === 'iw' || io === 'ir' ? ofChannel.report : ofChannel.ask;
  return advice[code];
}
