import { type Static, Type } from 'typebox';
import { Timestamp } from './timestamp.ts';

/*
 * MQTT: what the specification leaves "not shown" (spec 6), as known clients speak it (manager-sdk 4, android-app 4,
 * ios-app 4). Every topic begins with a slash.
 */

/** `r` asks for the value, `w` wants it set, `ir` answers a read, `iw` reports; `e` tells a writer why not. */
export const Performative = Type.Enum(['r', 'w', 'ir', 'iw', 'e'], { type: 'string' });
export type Performative = Static<typeof Performative>;

/** What a client publishes on a value topic. Other members are ignored; those of the stamp are overwritten. */
export const ClientMessage = Type.Object(
  {
    io: Type.Enum(['r', 'w', 'ir', 'iw'], { type: 'string' }),
    data: Type.Optional(
      Type.Unknown({ description: 'The bare value, as the property’s schema says; with `w`, `ir`, `iw`.' }),
    ),
  },
  { title: 'ClientMessage' },
);
export type ClientMessage = Static<typeof ClientMessage>;

/** What the platform publishes on a value topic. The stamp is the platform's own word. */
export const PlatformMessage = Type.Object(
  {
    io: Performative,
    data: Type.Optional(Type.Unknown()),
    sender: Type.Optional(
      Type.String({ description: 'The client through which, or by which, it was said.' }),
    ),
    on_behalf_of: Type.Optional(Type.String({ description: 'The user for whom it was said.' })),
    timestamp: Timestamp,
    stale: Type.Optional(
      Type.Boolean({ description: 'The device did not answer in time: this is the value last known.' }),
    ),
    error: Type.Optional(
      Type.Object(
        { code: Type.Integer(), text: Type.String() },
        { description: 'With `e`: why the write was not done.' },
      ),
    ),
  },
  { title: 'PlatformMessage' },
);
export type PlatformMessage = Static<typeof PlatformMessage>;

/** What is said about a grant on `…/grants` (manager-sdk 4.3, android-app 4.5, ios-app 4.4). */
export const GrantMessage = Type.Object(
  {
    io: Type.Enum(['w', 'iw', 'd'], { type: 'string' }),
    data: Type.Object({
      role: Type.Enum(['application', 'user'], { type: 'string' }),
      client_id: Type.String({ description: 'Who is to be granted: the application’s id, or the user’s.' }),
      requesting_client_id: Type.Optional(Type.String()),
      content: Type.Optional(Type.String()),
      id: Type.Optional(Type.String()),
    }),
  },
  { title: 'GrantMessage' },
);
export type GrantMessage = Static<typeof GrantMessage>;

/** Whose tree a topic stands in. */
export type Tree = 'users' | 'applications' | 'managers' | 'devices';

export type ValueAddress = {
  readonly channelId: string;
  readonly componentId: string;
  readonly propertyId: string;
};

const path = ({ channelId, componentId, propertyId }: ValueAddress) =>
  `channels/${channelId}/components/${componentId}/properties/${propertyId}/value`;

/** Where clients publish. */
export const publishTopic = (address: ValueAddress): string => `/v3/${path(address)}`;

/** Where a member of `tree` hears of the value. */
export const valueTopic = (tree: Tree, id: string, address: ValueAddress): string =>
  `/v3/${tree}/${id}/${path(address)}`;

/** Exactly this, without a suffix: a known app compares it (ios-app 4.4). */
export const grantsTopic = (tree: Tree, id: string): string => `/v3/${tree}/${id}/grants`;

/** The address in a topic that a client publishes on, or undefined. */
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

/** The values of the property `access` that every component has (manager-sdk 4.2): whether the device can be reached. */
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

/** Built in: outside `properties` and tiles. */
export const ACCESS_PROPERTY = 'access';
