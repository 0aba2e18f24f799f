import { Type } from 'typebox';
import { MAX_DEVICE_NAME_LENGTH } from '../../limits.ts';
import { operation } from '../../operation.ts';
import { Empty, Id, Text } from '../../text.ts';
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
const faults = Type.Array(VirtualDeviceFault, {
  maxItems: 8,
  uniqueItems: true,
  description: 'The faults that it simulates from now on; empty for none.',
});
const place = {
  component: Text({ minLength: 1, maxLength: 200, description: 'Id of the component.' }),
  property: Text({ minLength: 1, maxLength: 200, description: 'Id of the property.' }),
};

/** Portal operations on simulated devices, with which developers can try their applications. */
export const portalVirtualDevices = {
  list: operation({
    id: 'portal.virtualDevices.list',
    summary: 'List virtual devices',
    description: 'Newest first. Send `next` as `after` to get the next page.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: all, input: 'query' }],
    params: Empty,
    input: Type.Object({
      search: Type.Optional(
        Text({
          maxLength: 200,
          description: 'Part of the device’s name, or of the user’s name or e-mail.',
        }),
      ),
      application_id: Type.Optional(
        Text({ maxLength: 200, description: 'Only devices in homes of this application.' }),
      ),
      user_id: Type.Optional(Text({ maxLength: 200, description: 'Only devices of this user.' })),
      after: Type.Optional(Text({ maxLength: 300, description: '`next` of the previous page.' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: '50 by default.' })),
    }),
    reply: Type.Object({
      devices: Type.Array(PortalVirtualDevice, { description: 'The devices of this page.' }),
      next: Type.Union([Type.String(), Type.Null()], { description: 'Null on the last page.' }),
    }),
    list: { items: 'devices', next: { send: 'after', reply: 'next' } },
    status: 200,
    errors: [],
    example: { input: { search: 'lamp' }, reply: { devices: [exampleDevice], next: null } },
  }),
  create: operation({
    id: 'portal.virtualDevices.create',
    summary: 'Add a virtual device to a user’s home',
    description: 'Uses the newest version of the template. Without `seed`, it gets its own.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'POST', path: all, input: 'json' }],
    params: Empty,
    input: Type.Object({
      user_id: Text({ minLength: 1, maxLength: 200, description: 'The user who gets the device.' }),
      template_id: Text({ minLength: 1, maxLength: 200, description: 'The kind of device.' }),
      name: Type.Optional(
        Text({ maxLength: MAX_DEVICE_NAME_LENGTH, description: 'The template’s name by default.' }),
      ),
      seed: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 4_294_967_295,
          description: 'Devices with the same seed and template behave alike.',
        }),
      ),
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
    description: 'Includes its properties, its values and the user’s tiles.',
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
    summary: 'Read or follow the values of a virtual device',
    description: 'With `Accept: text/event-stream`, the stored values are sent first, then every change.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: `${one}/values`, input: 'query' }],
    params,
    input: Empty,
    reply: Type.Object({
      values: Type.Array(VirtualDeviceValue, { description: 'The last value of each property.' }),
    }),
    status: 200,
    streams: 'text/event-stream',
    errors: ['not_found'],
    example: { input: { channel_id }, reply: { values: [exampleValue] } },
  }),
  setFaults: operation({
    id: 'portal.virtualDevices.setFaults',
    summary: 'Set the faults of a virtual device',
    description: 'Takes effect immediately.',
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
    summary: 'Make a virtual device report a value',
    description:
      'Reports immediately, like any device. The simulation continues from this value. With `hold`, the value stays the same until it is released, and a write to it is answered with the held value.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'POST', path: `${one}/report`, input: 'json' }],
    params,
    input: Type.Object({
      ...place,
      data: Type.Unknown({ description: 'Valid against the property’s schema.' }),
      hold: Type.Optional(
        Type.Boolean({ description: 'Whether the value stays until it is released; false by default.' }),
      ),
    }),
    reply: Empty,
    status: 200,
    errors: ['malformed_body', 'not_found', 'invalid_value'],
    example: { input: { channel_id, component, property, data: 42, hold: true }, reply: {} },
  }),
  release: operation({
    id: 'portal.virtualDevices.release',
    summary: 'Release a held value',
    description: 'Has no effect if the value is not held.',
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
    description: 'Removes it from all homes, with its channel, tiles and stored data.',
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
