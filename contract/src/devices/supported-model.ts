import { type Static, Type } from 'typebox';
import { operation } from '../operation.ts';
import { Id, Text } from '../text.ts';
import { ChannelTemplate } from './channel-template.ts';

/** Maximum number of models on a page of the search. */
export const MAX_MODELS_ON_PAGE = 50;

const SoldAs = Type.Object(
  {
    vendor: Type.String({ description: 'Brand.' }),
    model: Type.String({ description: 'Model name.' }),
  },
  { description: 'Another name of the same device.' },
);

const members = {
  id: Type.String({ description: 'Id of the channel template that devices of this model get.' }),
  name: Type.String({ description: 'The kind of device.' }),
  vendor: Type.String({ description: 'Brand.' }),
  model: Type.String({ description: 'The maker’s model name.' }),
  kind: Type.String({ description: 'Kind of device, e.g. `color-light`.' }),
  image: Type.String({ format: 'uri', description: 'Picture of the kind of device.' }),
  thumbnail: Type.String({ format: 'uri', description: 'The same picture, small.' }),
  sold_as: Type.Array(SoldAs, { description: 'Other brands and names of the same device.' }),
};

/** A model of a device that the platform knows. */
export const SupportedModel = Type.Object(members, {
  title: 'SupportedModel',
  description: 'A model of a device that the platform knows.',
});
export type SupportedModel = Static<typeof SupportedModel>;

const ModelFeature = Type.Object(
  {
    label: Type.String({ description: 'The name of the feature, e.g. `Brightness`.' }),
    reported: Type.Boolean({ description: 'Whether the device reports it.' }),
    writable: Type.Boolean({ description: 'Whether users can set it.' }),
    switchable: Type.Boolean({ description: 'Whether users can switch it on and off.' }),
    unit: Type.String({ description: 'Unit of its numbers; empty without one.' }),
  },
  { title: 'ModelFeature', description: 'Something that the device reports or that can be set.' },
);
export type ModelFeature = Static<typeof ModelFeature>;

const ExampleValue = Type.Object(
  {
    component: Type.String({ description: 'Component id.' }),
    property: Type.String({ description: 'Property id.' }),
    data: Type.Unknown({ description: 'A value that the device could report.' }),
  },
  { title: 'ExampleValue' },
);

export const SupportedModelDetail = Type.Object(
  {
    ...members,
    features: Type.Array(ModelFeature, { description: 'The features of the device, without repetition.' }),
    template: ChannelTemplate,
    values: Type.Array(ExampleValue, {
      description: 'Plausible values, with which the tiles of the template can be drawn.',
    }),
    connection: Type.Literal('zigbee', { description: 'How the device is connected.' }),
  },
  { title: 'SupportedModelDetail', description: 'A model and its features.' },
);
export type SupportedModelDetail = Static<typeof SupportedModelDetail>;

const example: SupportedModel = {
  id: '25f85b52-885c-5108-a9d2-c7fce0ad00ca',
  name: 'Philips Hue white and color ambiance E26/E27',
  vendor: 'Philips',
  model: '9290022166',
  kind: 'color-light',
  image: 'http://127.0.0.1:8480/images/color-light.png',
  thumbnail: 'http://127.0.0.1:8480/images/thumbnails/color-light.png',
  sold_as: [],
};

/** The template of the example, without its properties. */
const exampleTemplate: ChannelTemplate = {
  id: example.id,
  name: example.name,
  vendor: example.vendor,
  model: example.model,
  kind: example.kind,
  content: 'Device',
  categories: ['com.azulejo.categories.lighting'],
  picture: 'color-light.png',
  tilePicture: 'color-light-tile.png',
  interface: { uuid: '5b0a6f0e-3d0c-4c53-8d6e-1f1f7d1c9a10', etag: '1', native: [] },
  components: [{ id: 'light-bulb', type: 'light-bulb', label: 'Light', classes: [] }],
  properties: [],
  tiles: [
    {
      components: ['light-bulb'],
      information: [],
      actions: [
        {
          componentType: 'light-bulb',
          property: 'status',
          type: 'tri-state',
          options: { icon: 'on_off', mappings: { off: false, on: true }, outputPath: '$' },
        },
      ],
      isGroupable: true,
    },
  ],
};

export const supportedModels = {
  search: operation({
    id: 'supportedModels.search',
    summary: 'Search the models of devices that the platform knows',
    description:
      'Every word must be in the brand, the model name, the description or another name of the device. The best matches come first; without words, all models are listed by brand. Limited per network.',
    origin: 'base',
    access: 'public',
    bindings: [{ method: 'GET', path: '/v3/supported-models', input: 'query' }],
    params: Type.Object({}),
    input: Type.Object({
      search: Type.Optional(Text({ maxLength: 100, description: 'Words, e.g. `hue bulb`.' })),
      kind: Type.Optional(Text({ maxLength: 50, description: 'Only models of this kind.' })),
      page_start_index: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 100_000, description: 'Number of models to skip.' }),
      ),
      page_size: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_MODELS_ON_PAGE,
          default: 20,
          description: 'Models on a page.',
        }),
      ),
    }),
    reply: Type.Object(
      {
        models: Type.Array(SupportedModel, { description: 'The models of this page.' }),
        size: Type.Integer({ description: 'Total number on all pages.' }),
      },
      { title: 'SupportedModelList' },
    ),
    list: { items: 'models', next: { send: 'page_start_index' } },
    status: 200,
    errors: ['precondition_failed'],
    example: { input: { search: 'hue ambiance' }, reply: { models: [example], size: 1 } },
  }),
  get: operation({
    id: 'supportedModels.get',
    summary: 'Get a model and its features',
    description: 'Limited per network.',
    origin: 'base',
    access: 'public',
    bindings: [{ method: 'GET', path: '/v3/supported-models/{template_id}', input: 'query' }],
    params: Type.Object({ template_id: Id('Channel template id of the model.') }),
    input: Type.Object({}),
    reply: SupportedModelDetail,
    status: 200,
    errors: ['not_found', 'precondition_failed'],
    example: {
      input: { template_id: example.id },
      reply: {
        ...example,
        features: [{ label: 'Brightness', reported: true, writable: true, switchable: false, unit: '%' }],
        template: exampleTemplate,
        values: [{ component: 'light-bulb', property: 'status', data: true }],
        connection: 'zigbee',
      },
    },
  }),
};
