import type { Action, Channel, Component, Information, Property, Tile } from '@azulejo/contract';
import { valueKey } from '@azulejo/model';

const component = (id: string, type: string): Component => ({ id, type, label: id, classes: [] });

/** Returns a property of components of type `lamp`, without units or controls. */
export function property(id: string, members: Partial<Property> = {}): Property {
  return {
    id,
    label: `The ${id}`,
    agentLabel: id,
    classes: [],
    components: ['lamp'],
    controlInterfaces: [],
    io: 'rws',
    isActionable: true,
    isStateful: true,
    isTriggerable: true,
    mainActionPriority: 0,
    mainInformationPriority: 0,
    onChange: true,
    rateLimit: 0,
    requiredCapabilities: [],
    schema: 'http://127.0.0.1/schemas/v1/number',
    schemaExtension: {},
    actions: [],
    states: [],
    triggers: [],
    unitsOptions: units('', '', ''),
    ...members,
  };
}

export const units = (vendorUnit: string, targetMetric: string, targetImperial: string) => ({
  vendorUnit,
  muzzleyUnit: vendorUnit,
  targetMetric,
  targetImperial,
});

export function information(
  type: Information['type'],
  property: string,
  options: Information['options'] = {},
): Information {
  return { componentType: 'lamp', property, type, options };
}

export const triState = (property: string, options: object = {}): Action => ({
  componentType: 'lamp',
  property,
  type: 'tri-state',
  options: { icon: 'on_off', mappings: { on: true, off: false }, outputPath: '$', ...options },
});

const picture = 'http://127.0.0.1/images/lamp.png';

export function channel(...properties: Property[]): Channel {
  return {
    _rev: '1-0',
    categories: [],
    components: [component('lamp-1', 'lamp')],
    content: 'Device',
    id: 'channel-1',
    interface: { etag: 'e', native: [], src: '/widgets/u', url: 'http://127.0.0.1/widgets/u', uuid: 'u' },
    isActionable: true,
    isStateful: true,
    isTriggerable: true,
    photoUrl: picture,
    profileId: 'template-1',
    properties,
    remoteId: 'channel-1',
    tilePhotoUrl: picture,
    user: 'user-1',
  };
}

export function tile(members: Partial<Tile>): Tile {
  return {
    _id: '/v3/legacy/tiles/tile-1',
    _rev: '1-0',
    actions: [],
    channel: 'channel-1',
    channelInfo: {
      backgroundPhotoUrl: picture,
      id: 'channel-1',
      photoUrl: picture,
      profileId: 'template-1',
      remoteId: 'channel-1',
    },
    components: [{ id: 'lamp-1', type: 'lamp' }],
    groups: ['area-1'],
    href: '/v3/legacy/tiles/tile-1',
    id: 'tile-1',
    information: [],
    isGroupable: false,
    kind: 'device',
    label: 'Reading lamp',
    overlayUrl: '',
    photoUrl: picture,
    photoUrlAlt: picture,
    profile: 'template-1',
    user: 'user-1',
    ...members,
  };
}

/** Returns the values of one component of the channel, by property. */
export const values = (entries: Record<string, unknown>, componentId = 'lamp-1') =>
  new Map(Object.entries(entries).map(([id, value]) => [valueKey(componentId, id), value]));

export const celsius = { unitsOptions: units('celsius', 'celsius', 'fahrenheit') };

export const switched = {
  controlInterfaces: [{ id: 'on', controlInterface: 'switch' as const, config: {} }],
};
