import type { ChannelTemplate } from '@azulejo/contract';
import { templateProperty as of } from './template-property.ts';

/**
 * A device whose properties cover the rules of values, one each. Its components `left` and `right` are alike.
 */
export const panelTemplate: ChannelTemplate = {
  id: '7c1b7a4e-2f6d-4a57-9a53-4b0f6a0d9c01',
  name: 'Panel',
  vendor: 'Azulejo',
  model: 'P1',
  kind: 'panel',
  content: 'Device',
  categories: [],
  picture: 'switch.png',
  tilePicture: 'switch-tile.png',
  interface: { uuid: 'c1a3e0f4-6a57-4d0b-8a43-2f4f6d6c9b70', etag: '"generic-1"', native: [] },
  components: [
    { id: 'left', type: 'part', label: 'Left', classes: [] },
    { id: 'right', type: 'part', label: 'Right', classes: [] },
    { id: 'body', type: 'device', label: 'Body', classes: [] },
  ],
  properties: [
    of('level', { schema: 'percentage' }),
    of('colour', { schema: 'color-hsv' }),
    of('anything', { schema: 'composite' }),
    of('label', { schema: 'text', schemaExtension: { maxLength: 40 } }),
    of('measure', { io: 'rs', onChange: false }),
    of('button', { schema: 'on-off', io: 'w' }),
    of('scarce', { rateLimit: 2 }),
  ],
  tiles: [{ label: 'Panel', components: ['left'], information: [], actions: [], isGroupable: false }],
};
