import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { Empty, Id, Text } from '../text.ts';
import {
  exampleDetails,
  exampleDevice,
  exampleValue,
  PortalVirtualDevice,
  PortalVirtualDeviceDetails,
  VirtualDeviceFault,
  VirtualDeviceValue,
} from './virtual-device-records.ts';

const all = '/portal/api/virtual-devices';
const one = `${all}/{channel_id}` as const;
const params = Type.Object({ channel_id: Id('Channel id.') });
const { channel_id } = exampleDevice;
const { component, property } = exampleValue;
const faults = Type.Array(VirtualDeviceFault, { maxItems: 8, uniqueItems: true });
const place = {
  component: Text({ minLength: 1, maxLength: 200 }),
  property: Text({ minLength: 1, maxLength: 200 }),
};

/** Of the portal: devices that the platform plays, for developers to try their applications with. */
export const portalVirtualDevices = {
  list: operation({
    id: 'portal.virtualDevices.list',
    summary: 'List virtual devices',
    description: 'Newest first. The next page begins after the cursor that comes as `next`.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: all, input: 'query' }],
    params: Empty,
    input: Type.Object({
      search: Type.Optional(
        Text({
          maxLength: 200,
          description: 'In the name of the device, or the name or e-mail of the user.',
        }),
      ),
      application_id: Type.Optional(Text({ maxLength: 200 })),
      user_id: Type.Optional(Text({ maxLength: 200 })),
      after: Type.Optional(Text({ maxLength: 300, description: '`next` of the page before.' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: '50 by default.' })),
    }),
    reply: Type.Object({
      devices: Type.Array(PortalVirtualDevice),
      next: Type.Union([Type.String(), Type.Null()], { description: 'Null where the list ends.' }),
    }),
    status: 200,
    errors: [],
    example: { input: { search: 'lamp' }, reply: { devices: [exampleDevice], next: null } },
  }),
  create: operation({
    id: 'portal.virtualDevices.create',
    summary: 'Put a virtual device into a user’s home',
    description: 'Of the newest version of the template. Without a seed it gets one of its own.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'POST', path: all, input: 'json' }],
    params: Empty,
    input: Type.Object({
      user_id: Text({ minLength: 1, maxLength: 200 }),
      template_id: Text({ minLength: 1, maxLength: 200 }),
      name: Type.Optional(Text({ maxLength: 100, description: 'The template’s name by default.' })),
      seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 4_294_967_295 })),
      faults: Type.Optional(faults),
    }),
    reply: PortalVirtualDevice,
    status: 201,
    errors: ['malformed_body', 'not_found'],
    example: {
      input: { user_id: exampleDevice.user?.id, template_id: exampleDevice.template.id, name: 'Hall lamp' },
      reply: { ...exampleDevice, faults: [], last_said: null },
    },
  }),
  get: operation({
    id: 'portal.virtualDevices.get',
    summary: 'Read a virtual device',
    description: 'With its properties, its values, and the tiles of its user.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: one, input: 'query' }],
    params,
    input: Empty,
    reply: PortalVirtualDeviceDetails,
    status: 200,
    errors: ['not_found'],
    example: { input: { channel_id }, reply: exampleDetails },
  }),
  values: operation({
    id: 'portal.virtualDevices.values',
    summary: 'Read the values of a virtual device, or follow them',
    description:
      'With `Accept: text/event-stream` each value comes as it changes, beginning with those that are stored.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: `${one}/values`, input: 'query' }],
    params,
    input: Empty,
    reply: Type.Object({ values: Type.Array(VirtualDeviceValue) }),
    status: 200,
    streams: 'text/event-stream',
    errors: ['not_found'],
    example: { input: { channel_id }, reply: { values: [exampleValue] } },
  }),
  setFaults: operation({
    id: 'portal.virtualDevices.setFaults',
    summary: 'Choose what goes wrong',
    description: 'At once, whichever server plays the device.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'PUT', path: `${one}/faults`, input: 'json' }],
    params,
    input: Type.Object({ faults }),
    reply: PortalVirtualDevice,
    status: 200,
    errors: ['malformed_body', 'not_found'],
    example: { input: { channel_id, faults: ['silent'] }, reply: exampleDevice },
  }),
  report: operation({
    id: 'portal.virtualDevices.report',
    summary: 'Make it report a value',
    description:
      'Now, on the way on which every device reports. It goes on from there; with `hold` the value stands still until it is released, and a write to it is answered with it.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'POST', path: `${one}/report`, input: 'json' }],
    params,
    input: Type.Object({
      ...place,
      data: Type.Unknown({ description: 'As the property’s schema says.' }),
      hold: Type.Optional(Type.Boolean()),
    }),
    reply: Empty,
    status: 200,
    errors: ['malformed_body', 'not_found', 'invalid_value'],
    example: { input: { channel_id, component, property, data: 42, hold: true }, reply: {} },
  }),
  release: operation({
    id: 'portal.virtualDevices.release',
    summary: 'Let a value go its own way again',
    description: 'Where it was not held nothing happens.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'POST', path: `${one}/release`, input: 'json' }],
    params,
    input: Type.Object(place),
    reply: Empty,
    status: 200,
    errors: ['malformed_body', 'not_found'],
    example: { input: { channel_id, component, property }, reply: {} },
  }),
  remove: operation({
    id: 'portal.virtualDevices.remove',
    summary: 'Remove a virtual device',
    description: 'Out of every home, with its channel, its tiles and what was stored of it.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'DELETE', path: one, input: 'query' }],
    params,
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['not_found'],
    example: { input: { channel_id }, reply: {} },
  }),
};
