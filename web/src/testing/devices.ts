import { type Channel, type Property, resources, type Tile, type TileGroup } from '@azulejo/contract';

const exampleTile = resources.tiles.get.example.reply as Tile;

const noUnits = { vendorUnit: '', muzzleyUnit: '', targetMetric: '', targetImperial: '' };

export const propertyOf = (id: string, members: Partial<Property> = {}): Property => ({
  id,
  label: id,
  agentLabel: id,
  classes: [],
  schema: 'https://home.example.org/v3/schemas/on-off',
  schemaExtension: {},
  io: 'rws',
  isActionable: true,
  isStateful: true,
  isTriggerable: true,
  mainActionPriority: 0,
  mainInformationPriority: 0,
  onChange: true,
  rateLimit: 0,
  requiredCapabilities: [],
  controlInterfaces: [{ id: 'value', controlInterface: 'switch', config: {} }],
  triggers: [],
  states: [],
  actions: [],
  unitsOptions: noUnits,
  components: ['light-bulb', 'light-bulb'],
  ...members,
});

/** A channel with one component `light-bulb`, by default a lamp with a property `status`. */
export const channelOf = (id: string, properties: readonly Property[] = [propertyOf('status')]): Channel => ({
  _rev: '1-a',
  categories: [],
  components: [{ id: 'light-bulb', type: 'light-bulb', label: 'Lamp', classes: [] }],
  content: 'Device',
  id,
  interface: { uuid: '', src: '', url: '', etag: '', native: [] },
  isActionable: true,
  isStateful: true,
  isTriggerable: true,
  photoUrl: '',
  profileId: exampleTile.profile,
  properties: [...properties],
  remoteId: id,
  tilePhotoUrl: '',
  user: exampleTile.user,
});

export const kitchen: TileGroup = {
  href: '',
  id: 'kitchen',
  isDefault: false,
  kind: 'device',
  label: 'Kitchen',
  position: 0,
};

/** A tile with a switch, in the kitchen. */
export const tileOf = (channel: string, label: string, members: Partial<Tile> = {}): Tile => ({
  ...exampleTile,
  _rev: `1-${label}`,
  id: `tile-${channel}`,
  channel,
  label,
  groups: [kitchen.id],
  ...members,
});

export const lampChannel = channelOf('lamp');
export const lampTile = tileOf('lamp', 'Desk lamp');
