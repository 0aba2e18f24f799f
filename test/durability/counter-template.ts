import type { ChannelTemplate } from '@azulejo/contract';
import { templateProperty } from '../support/template-property.ts';

export const COMPONENT = 'counter';

/** Properties that take any number from any client and store every report. */
const PROPERTIES = ['reported', 'posted', 'set'] as const;
export type CounterProperty = (typeof PROPERTIES)[number];

/** A device that only counts: of two values, the later one is the greater. */
export const counterTemplate: ChannelTemplate = {
  id: '6f0c4a0e-3a5e-4d57-9d0e-5a1f7f0f2f11',
  name: 'Counter',
  vendor: 'Azulejo',
  model: 'Counter',
  kind: 'counter',
  content: 'Device',
  categories: ['com.azulejo.categories.controls'],
  picture: 'switch.png',
  tilePicture: 'switch-tile.png',
  interface: { uuid: '6f0c4a0e-3a5e-4d57-9d0e-5a1f7f0f2f12', etag: '"counter-1"', native: [] },
  components: [{ id: COMPONENT, type: COMPONENT, label: 'Counter', classes: [] }],
  properties: PROPERTIES.map((id) => templateProperty(id, { components: [COMPONENT], onChange: false })),
  tiles: [],
};
