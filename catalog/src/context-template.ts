import type { ChannelTemplate, TemplateProperty } from '@azulejo/contract';
import { PLACE_PROPERTY, placeRules, SCENE_PROPERTY, sceneRules, timeRules } from './context-rules.ts';

const NO_UNITS = { vendorUnit: '', targetImperial: '', targetMetric: '' };

const component = (id: string, label: string, className: string): ChannelTemplate['components'][number] => ({
  classes: [className],
  id,
  label,
  type: id,
});

type PropertyInput = Pick<TemplateProperty, 'id' | 'label' | 'schema' | 'classes'> & {
  component: string;
  capability?: string;
};

/**
 * Returns a property that the phone reports. Equal values are separate events: a second call is another call.
 */
const propertyOf = ({ component: of, capability, ...property }: PropertyInput): TemplateProperty => ({
  ...property,
  agentLabel: property.label.toLowerCase(),
  components: [of],
  schemaExtension: {},
  io: 'rs',
  isActionable: false,
  isStateful: false,
  isTriggerable: true,
  mainActionPriority: 0,
  mainInformationPriority: 0,
  onChange: false,
  rateLimit: 0,
  requiredCapabilities: capability === undefined ? [] : [capability],
  controlInterfaces: [],
  triggers: [
    {
      id: 'changes',
      condition: 'changes',
      inputs: [],
      inputsLabel: '',
      label: `${property.label} changes`,
      predicateLabel: 'changes',
    },
  ],
  states: [],
  actions: [],
  unitsOptions: NO_UNITS,
});

/** The property that an automation writes to show a notification on the phone. */
const notification: TemplateProperty = {
  ...propertyOf({
    component: 'push',
    capability: 'push-notifications',
    id: 'notification',
    label: 'Notification',
    schema: 'text',
    classes: ['com.muzzley.properties.user.notification'],
  }),
  io: 'ws',
  isActionable: true,
  rateLimit: 30,
  controlInterfaces: [{ id: 'value', controlInterface: 'text', config: {} }],
  actions: [
    {
      id: 'set',
      condition: 'equals',
      inputs: [{ controlInterfaceId: 'value', id: 'value', path: [{ source: '$', target: '$' }] }],
      inputsLabel: '{{value}}',
      label: 'Notify me',
      predicateLabel: 'notify me with',
    },
  ],
};

/** The time of the home. Automations know it; no phone reports it. */
const time: TemplateProperty = {
  ...propertyOf({
    component: 'time',
    id: 'time',
    label: 'Time',
    schema: 'text',
    classes: ['com.muzzley.properties.user.time'],
  }),
  ...timeRules,
  isStateful: true,
};

/** The place at which the person is, which the platform derives from all phones (home/presence/README.md). */
const place: TemplateProperty = {
  ...propertyOf({
    component: 'location',
    capability: 'location',
    id: PLACE_PROPERTY,
    label: 'Place',
    schema: 'place',
    classes: ['com.azulejo.properties.user.place'],
  }),
  ...placeRules,
  isStateful: true,
  onChange: true,
};

const scene: TemplateProperty = {
  ...propertyOf({
    component: 'scene',
    id: SCENE_PROPERTY,
    label: 'Scene',
    schema: 'text',
    classes: ['com.azulejo.properties.user.scene'],
  }),
  ...sceneRules,
  io: 'w',
  isActionable: true,
  isTriggerable: false,
};

const inLocation = (id: string, label: string, schema: string, ...classes: string[]): TemplateProperty =>
  propertyOf({ component: 'location', capability: 'location', id, label, schema, classes });

const inPhone = (id: string, label: string): TemplateProperty =>
  propertyOf({
    component: 'phone',
    id,
    label,
    schema: 'call',
    classes: [`com.muzzley.properties.phone.${id}`],
  });

const inMovement = (id: string, label: string, schema: string): TemplateProperty =>
  propertyOf({
    component: 'movement',
    id,
    label,
    schema,
    classes: [`com.muzzley.properties.movement.${id.replace('_', '-')}`],
  });

const components: ChannelTemplate['components'] = [
  // Known apps find the channel by this class and the first two below (ios-app 2.2, android-app 2.9).
  component('location', 'Location', 'com.muzzley.components.user.geo'),
  component('phone', 'Phone', 'com.muzzley.components.user.phone'),
  component('time', 'Time', 'com.muzzley.components.user.time'),
  component('push', 'Notifications', 'com.muzzley.components.user.push'),
  component('movement', 'Movement', 'com.muzzley.components.user.movement'),
  component('network', 'Network', 'com.muzzley.components.user.network'),
  // New components are the last, so that the tiles of existing users keep their numbers.
  component('scene', 'Scenes', 'com.azulejo.components.user.scene'),
];

const LOCATION_CLASS = 'com.muzzley.properties.location';

/**
 * The template of the context channel: what a user's phone reports about the user, by the names
 * that known apps send (android-app 2.9, ios-app 2.3). A phone is not a device, so this template is
 * not part of the catalogue.
 */
export const contextTemplate: ChannelTemplate = {
  id: 'a7c3f1d2-5b64-5e0f-9c1a-3d8e6b2f4a90',
  name: 'Context',
  vendor: 'Azulejo',
  model: 'Context',
  kind: 'context',
  content: 'Context',
  categories: ['com.azulejo.categories.context'],
  picture: 'user.png',
  tilePicture: 'user.png',
  interface: { uuid: 'c1a3e0f4-6a57-4d0b-8a43-2f4f6d6c9b70', etag: '"generic-1"', native: [] },
  components,
  properties: [
    inLocation('location', 'Location', 'location', LOCATION_CLASS, `${LOCATION_CLASS}.context`),
    inLocation('latlon', 'Coordinates', 'location', `${LOCATION_CLASS}.latlon`),
    inLocation('visit', 'Visit', 'visit', `${LOCATION_CLASS}.visit`),
    inPhone('incoming-call', 'Incoming call'),
    inPhone('missed-call', 'Missed call'),
    inPhone('incoming-sms', 'Incoming message'),
    place,
    time,
    notification,
    scene,
    inMovement('activity', 'Activity', 'activity'),
    inMovement('activity_history', 'Activities', 'activity-history'),
    propertyOf({
      component: 'network',
      id: 'current_wifi',
      label: 'Wireless network',
      schema: 'wireless-network',
      classes: ['com.muzzley.properties.network.current-wifi'],
    }),
  ],
  tiles: components.map(({ id, label }) => ({
    label,
    components: [id],
    information: [],
    actions: [],
    isGroupable: false,
  })),
};

/**
 * Properties with a user's location and movement. They have a short retention, and users can opt out of them.
 */
export const locationPropertyIds: readonly string[] = [
  'location',
  'latlon',
  'visit',
  'activity',
  'activity_history',
  'current_wifi',
];
