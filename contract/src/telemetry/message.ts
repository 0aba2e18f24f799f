import { type Static, Type } from 'typebox';
import { Timestamp } from '../timestamp.ts';

/*
 * MQTT messages. The specification leaves them "not shown" (spec 6); they follow the known clients (manager-sdk 4,
 * android-app 4, ios-app 4). Every topic begins with a slash.
 */

/**
 * `r` requests a value, `w` writes it, `ir` answers a read, `iw` reports a value, `e` says why a write
 * failed.
 */
export const Performative = Type.Enum(['r', 'w', 'ir', 'iw', 'e'], {
  type: 'string',
  description:
    '`r` requests a value, `w` writes it, `ir` answers a read, `iw` reports a value, `e` says why a write failed.',
});
export type Performative = Static<typeof Performative>;

/**
 * A message that a client publishes on a value topic. Other members are ignored; the platform sets the stamp.
 */
export const ClientMessage = Type.Object(
  {
    io: Type.Enum(['r', 'w', 'ir', 'iw'], {
      description: '`r` requests a value, `w` writes it, `ir` answers a read, `iw` reports a value.',
      type: 'string',
    }),
    data: Type.Optional(
      Type.Unknown({
        description: 'The plain value, valid against the property’s schema; with `w`, `ir` and `iw`.',
      }),
    ),
  },
  { title: 'ClientMessage' },
);
export type ClientMessage = Static<typeof ClientMessage>;

/** A message that the platform publishes on a value topic. Clients cannot set the members of the stamp. */
export const PlatformMessage = Type.Object(
  {
    io: Performative,
    data: Type.Optional(Type.Unknown({ description: 'The value, valid against the property’s schema.' })),
    sender: Type.Optional(
      Type.String({ description: 'The client that sent it, or through which it was sent.' }),
    ),
    on_behalf_of: Type.Optional(Type.String({ description: 'The user for whom it was sent.' })),
    timestamp: Timestamp,
    stale: Type.Optional(
      Type.Boolean({ description: 'The device did not answer in time; this is the last known value.' }),
    ),
    error: Type.Optional(
      Type.Object(
        {
          code: Type.Integer({ description: 'Code of the error.' }),
          text: Type.String({ description: 'The error, in words for people.' }),
        },
        { description: 'With `e`: why the write failed.' },
      ),
    ),
  },
  { title: 'PlatformMessage' },
);
export type PlatformMessage = Static<typeof PlatformMessage>;

/** A message about a grant on `…/grants` (manager-sdk 4.3, android-app 4.5, ios-app 4.4). */
export const GrantMessage = Type.Object(
  {
    io: Type.Enum(['w', 'iw', 'd'], { type: 'string' }),
    data: Type.Object({
      role: Type.Enum(['application', 'user'], { type: 'string' }),
      client_id: Type.String({ description: 'Who gets the grant: the application’s id or the user’s.' }),
      requesting_client_id: Type.Optional(Type.String()),
      content: Type.Optional(Type.String()),
      id: Type.Optional(Type.String()),
    }),
  },
  { title: 'GrantMessage' },
);
export type GrantMessage = Static<typeof GrantMessage>;

/** The kind of client whose topics these are. */
export type Tree = 'users' | 'applications' | 'managers' | 'devices';

export type ValueAddress = {
  readonly channelId: string;
  readonly componentId: string;
  readonly propertyId: string;
};

const path = ({ channelId, componentId, propertyId }: ValueAddress) =>
  `channels/${channelId}/components/${componentId}/properties/${propertyId}/value`;

/** Returns the topic on which clients publish. */
export const publishTopic = (address: ValueAddress): string => `/v3/${path(address)}`;

/** Returns the topic on which a client of `tree` receives the value. */
export const valueTopic = (tree: Tree, id: string, address: ValueAddress): string =>
  `/v3/${tree}/${id}/${path(address)}`;

/** Returns the topic of grants. It has no suffix, because a known app compares it exactly (ios-app 4.4). */
export const grantsTopic = (tree: Tree, id: string): string => `/v3/${tree}/${id}/grants`;

/** Returns the address in a topic on which clients publish, or undefined for any other topic. */
export function parsePublishTopic(topic: string): ValueAddress | undefined {
  const levels = topic.split('/');
  const [empty, version, channels, channelId, components, componentId, properties, propertyId, value] =
    levels;
  const isValueTopic =
    levels.length === 9 &&
    empty === '' &&
    version === 'v3' &&
    channels === 'channels' &&
    components === 'components' &&
    properties === 'properties' &&
    value === 'value';
  if (!isValueTopic || !channelId || !componentId || !propertyId) return undefined;
  return { channelId, componentId, propertyId };
}

/**
 * Values of the property `access`, which every component has: whether the device is reachable (manager-sdk
 * 4.2).
 */
export const accessStates = [
  'ok',
  'nok',
  'connected',
  'disconnected',
  'no_power',
  'unreachable',
  'remote_control_disabled',
  'permission_revoked',
  'service_error',
  'unauthorized',
  'api_unreachable',
] as const;
export type AccessState = (typeof accessStates)[number];

/** A built-in property that is not listed in `properties` or tiles. */
export const ACCESS_PROPERTY = 'access';
