import { type Static, Type } from 'typebox';
import { operation } from '../operation.ts';
import { Empty, Id, Text } from '../text.ts';

/** A kind of device, as shown before a user adds one (android-app 2.8, ios-app 7.1). */
export const TemplateSummary = Type.Object(
  {
    id: Type.String({ description: 'Channel template id.' }),
    name: Type.String({ description: 'Name of the kind of device.' }),
    type: Type.Literal('device', { description: 'Always `device`.' }),
    vendor: Type.String({ description: 'Brand.' }),
    model: Type.String({ description: 'The maker’s model name.' }),
    kind: Type.String({ description: 'Kind of device, e.g. `color-light`.' }),
    icon: Type.String({ format: 'uri', description: 'Picture for tiles.' }),
    image: Type.String({ format: 'uri', description: 'Picture of the device.' }),
    recipe: Type.String({ description: 'The same as the element’s `recipe_id`.' }),
    additionable: Type.Boolean({ description: 'Whether users can add one.' }),
    required_capability: Type.Literal('discovery-webview', {
      description: 'The capability that an app needs: opening a web page.',
    }),
    open_oauth_in_browser: Type.Boolean({
      description: 'Whether that page must be opened in the system browser.',
    }),
    manager_id: Type.Optional(
      Type.String({
        description: 'The manager whose devices these are. Missing for devices that the platform simulates.',
      }),
    ),
  },
  { title: 'TemplateSummary', description: 'A kind of device.' },
);
export type TemplateSummary = Static<typeof TemplateSummary>;

export const TemplateElement = Type.Object(
  {
    order_index: Type.Integer({ description: 'Position in the list.' }),
    recipe_id: Type.String({ description: 'The recipe for adding one.' }),
    template: TemplateSummary,
  },
  { title: 'TemplateElement' },
);
export type TemplateElement = Static<typeof TemplateElement>;

/** A page of templates. Members are optional, because `fields` may leave them out. */
export const TemplateList = Type.Object(
  {
    elements: Type.Array(Type.Partial(TemplateElement), { description: 'The kinds of devices.' }),
    size: Type.Integer({ description: 'Total number on all pages.' }),
  },
  { title: 'TemplateList' },
);

const Profile = Type.Object(
  {
    id: Type.String({ description: 'Channel template id.' }),
    name: Type.String({ description: 'Name of the kind of device.' }),
    provider: Type.String({ description: 'Brand.' }),
    photoUrl: Type.String({ description: 'Picture of the device.', format: 'uri' }),
  },
  { title: 'Profile' },
);

/** Members by which a list can be filtered. */
const filters = [
  'order_index',
  'recipe_id',
  'template.id',
  'template.name',
  'template.type',
  'template.vendor',
  'template.model',
  'template.kind',
  'template.additionable',
] as const;
type Filter = (typeof filters)[number];

const filter = Type.Optional(
  Text({ maxLength: 2000, description: 'A value, or `operator/value/type`, e.g. `like/%plug%/s`.' }),
);

/** Parameters of every list that supports the list language. */
export const listLanguage = {
  order_by: Type.Optional(
    Text({
      maxLength: 500,
      description: 'Comma-separated members, each with the prefix `+` or `-`; may be repeated.',
    }),
  ),
  fields: Type.Optional(Text({ maxLength: 1000, description: 'Only these members, comma-separated.' })),
  page_size: Type.Optional(Text({ maxLength: 10, description: 'Maximum number of elements.' })),
  page_start_index: Type.Optional(Text({ maxLength: 10, description: 'Number of elements to skip.' })),
};

const template_id = Id('Channel template id.');
const example: TemplateSummary = {
  id: '25f85b52-885c-5108-a9d2-c7fce0ad00ca',
  name: 'IKEA TRADFRI bulb',
  type: 'device',
  vendor: 'IKEA',
  model: 'LED1624G9',
  kind: 'color-light',
  icon: 'http://127.0.0.1:8480/images/color-light-tile.png',
  image: 'http://127.0.0.1:8480/images/color-light.png',
  recipe: 'virtual-devices',
  additionable: true,
  required_capability: 'discovery-webview',
  open_oauth_in_browser: false,
};

export const templates = {
  list: operation({
    id: 'templates.list',
    summary: 'List the kinds of devices that a user can add',
    description:
      'Sorted by name. A filter is `operator/value/type`. Operators: `eq`, `neq`, `gt`, `gte`, `lt`, `lte`, `in` and `nin` with a JSON array, `like` and `nlike` with `%` as wildcard. Types: `n` number, `s` text, `b` boolean, `d` time, `j` JSON. A plain value must be equal.',
    origin: 'base',
    access: 'home',
    needs: 'manage',
    bindings: [{ method: 'GET', path: '/v3/users/{user_id}/channel-templates', input: 'list' }],
    params: Type.Object({ user_id: Id('`me`, `self` or a user id.') }),
    input: Type.Object({
      ...listLanguage,
      ...(Object.fromEntries(filters.map((name) => [name, filter])) as Record<Filter, typeof filter>),
    }),
    reply: TemplateList,
    list: { items: 'elements', next: { send: 'page_start_index' } },
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: {
      input: {
        user_id: 'self',
        order_by: '+order_index',
        order_index: 'gt/-999999/n',
        'template.type': 'device',
      },
      reply: {
        elements: [{ order_index: 1, recipe_id: 'virtual-devices', template: example }],
        size: 1,
      },
    },
  }),
  get: operation({
    id: 'templates.get',
    summary: 'Get a kind of device',
    description: 'The same members as in the list.',
    origin: 'base',
    access: 'any-token',
    needs: 'view',
    guests: 'filtered',
    bindings: [{ method: 'GET', path: '/v3/channel-templates/{template_id}', input: 'query' }],
    params: Type.Object({ template_id }),
    input: Empty,
    reply: TemplateSummary,
    status: 200,
    errors: ['not_found', 'precondition_failed'],
    example: { input: { template_id: example.id }, reply: example },
  }),
  profiles: operation({
    id: 'templates.profiles',
    summary: 'List the kinds of devices in the legacy form',
    description: 'Sorted by name.',
    origin: 'base',
    access: 'any-token',
    needs: 'manage',
    bindings: [{ method: 'GET', path: '/v3/legacy/profiles', input: 'query' }],
    params: Empty,
    input: Empty,
    reply: Type.Object(
      { profiles: Type.Array(Profile, { description: 'The kinds of devices.' }) },
      { title: 'ProfileList' },
    ),
    list: { items: 'profiles' },
    status: 200,
    errors: ['precondition_failed'],
    example: {
      input: {},
      reply: {
        profiles: [{ id: example.id, name: example.name, provider: example.vendor, photoUrl: example.image }],
      },
    },
  }),
};
