import type { ChannelTemplate, TemplateProperty } from '@azulejo/contract';

const component = (id: string, type: string, label: string) => ({
  classes: ['com.azulejo.components.power.socket'],
  id,
  label,
  type,
});

const property = (id: string, members: Partial<TemplateProperty>): TemplateProperty => ({
  id,
  label: id,
  agentLabel: id,
  classes: [`com.azulejo.properties.power.${id}`],
  controlInterfaces: [],
  io: 'rws',
  isActionable: false,
  isStateful: false,
  isTriggerable: false,
  mainActionPriority: 0,
  mainInformationPriority: 0,
  onChange: true,
  rateLimit: 0,
  requiredCapabilities: [],
  schemaExtension: {},
  actions: [],
  states: [],
  triggers: [],
  components: ['socket'],
  schema: 'on-off',
  unitsOptions: { vendorUnit: '', targetImperial: '', targetMetric: '' },
  ...members,
});

/** A power strip with two sockets and a meter. */
export const powerStrip: ChannelTemplate = {
  id: '3f0c7d52-9b84-4a53-a5ce-0f4b6e7c9d10',
  name: 'Power strip',
  vendor: 'Azulejo',
  model: 'STRIP-2',
  kind: 'plug',
  content: 'Device',
  categories: ['com.azulejo.categories.energy'],
  picture: 'plug.png',
  tilePicture: 'plug-tile.png',
  interface: { uuid: 'c1a3e0f4-6a57-4d0b-8a43-2f4f6d6c9b70', etag: 'v1', native: [] },
  components: [
    component('left', 'socket', 'Left socket'),
    component('right', 'socket', 'Right socket'),
    component('meter', 'meter', 'Meter'),
  ],
  properties: [
    property('status', { isStateful: true, isActionable: true }),
    property('power', {
      components: ['meter'],
      io: 'rs',
      schema: 'power',
      unitsOptions: { vendorUnit: 'watt', targetImperial: 'watt', targetMetric: 'watt' },
    }),
  ],
  tiles: [
    { label: 'Left socket', components: ['left', 'meter'], information: [], actions: [], isGroupable: true },
    { components: ['right'], information: [], actions: [], isGroupable: false },
  ],
};
