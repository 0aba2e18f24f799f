import type {
  ListedTemplate,
  TemplateDocument,
  TemplateMovePlan,
  TemplateVersion,
  TemplateVocabulary,
} from './template-records.ts';

const id = '4a0e7ad1-6f0b-5f5e-9f51-0d1c1b7c9a11';

const written = {
  version: 2,
  created: '2026-01-02T03:04:05.678+0000',
  origin: 'portal' as const,
  author: { id: '7d0d9a8e-6a4c-4d8f-9f43-3a6a2f1f5b10', name: 'Rui Costa' },
};

export const exampleVersion: TemplateVersion = { ...written, channels: 12 };

export const exampleListed: ListedTemplate = {
  id,
  name: 'Garden lamp',
  vendor: 'Azulejo',
  model: 'GL-1',
  kind: 'white-light',
  picture_url: 'http://127.0.0.1:8480/images/white-light.png',
  thumbnail_url: 'http://127.0.0.1:8480/images/thumbnails/white-light.png',
  ...written,
  channels: 12,
  channels_behind: 3,
};

export const exampleDocument: TemplateDocument = {
  template: {
    id,
    name: 'Garden lamp',
    vendor: 'Azulejo',
    model: 'GL-1',
    kind: 'white-light',
    content: 'Device',
    categories: ['com.azulejo.categories.lighting'],
    picture: 'white-light.png',
    tilePicture: 'white-light-tile.png',
    interface: { uuid: 'c1a3e0f4-6a57-4d0b-8a43-2f4f6d6c9b70', etag: '"generic-1"', native: [] },
    components: [{ id: 'lamp', type: 'lamp', label: 'Lamp', classes: [] }],
    properties: [],
    tiles: [],
  },
  ...written,
  newest_version: 2,
  in_catalogue: false,
};

export const examplePlan: TemplateMovePlan = {
  from_version: 1,
  to_version: 2,
  channels: 12,
  lost_properties: ['lamp/effect'],
  new_properties: ['lamp/brightness'],
  changed_schemas: [],
  lost_tiles: [],
  new_tiles: [],
};

const choice = (value: string, label: string) => ({ value, label });

export const exampleVocabulary: TemplateVocabulary = {
  schemas: [
    { name: 'on-off', title: 'On or off', description: 'Whether it is on.', schema: { type: 'boolean' } },
  ],
  units: [choice('celsius', 'degree Celsius (°C)')],
  pictures: [
    {
      name: 'plug.png',
      url: 'http://127.0.0.1:8480/images/plug.png',
      thumbnail_url: 'http://127.0.0.1:8480/images/thumbnails/plug.png',
    },
  ],
  image_origins: ['http://127.0.0.1:8480'],
  kinds: ['plug'],
  categories: ['com.azulejo.categories.energy'],
  interfaces: ['c1a3e0f4-6a57-4d0b-8a43-2f4f6d6c9b70'],
  io: [choice('rws', 'Read, write and notify')],
  control_interfaces: [choice('switch', 'Switch')],
  conditions: [choice('equals', 'equals')],
  information_types: [choice('text', 'As it is')],
  action_types: [choice('tri-state', 'Switch')],
  action_icons: [choice('on_off', 'On and off')],
  schema_keywords: ['minimum', 'maximum'],
};
