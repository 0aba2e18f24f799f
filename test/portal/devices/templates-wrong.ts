import type { ChannelTemplate } from '@azulejo/contract';

/** A template's JSON without types, so that tests can make it invalid. */
type Loose = ReturnType<typeof JSON.parse>;

export type Wrong = readonly [what: string, corrupt: (template: Loose) => void, field: string];

const property = (corrupt: (property: Loose) => void) => (template: Loose) => corrupt(template.properties[0]);
const tile =
  (corrupt: (tile: Loose) => void, index = 0) =>
  (template: Loose) =>
    corrupt(template.tiles[index]);
/** Changes a property that no tile shows. */
const spare = (corrupt: (property: Loose) => void) => (template: Loose) => corrupt(template.properties[4]);
const control = (index: number, config: object) =>
  property(({ controlInterfaces }) => {
    controlInterfaces[index].config = config;
  });

/** Invalid members, each with the path that the error names. */
export const wrongMembers: readonly Wrong[] = [
  ['no name', (template) => delete template.name, 'name'],
  ['a name without letters', (template) => Object.assign(template, { name: '' }), 'name'],
  ['a name that is a number', (template) => Object.assign(template, { name: 7 }), 'name'],
  ['text with U+0000', (template) => Object.assign(template, { vendor: 'a\0b' }), 'vendor'],
  ['text that is too long', (template) => Object.assign(template, { content: 'x'.repeat(5000) }), 'content'],
  ['an id that is none', (template) => Object.assign(template, { id: 'lamp' }), 'id'],
  ['a kind in capitals', (template) => Object.assign(template, { kind: 'Lamp' }), 'kind'],
  ['a picture that is not there', (template) => Object.assign(template, { picture: 'no.png' }), 'picture'],
  [
    'a picture of no scheme',
    (template) => Object.assign(template, { tilePicture: '../../x' }),
    'tilePicture',
  ],
  ['no page', (template) => delete template.interface.uuid, 'interface.uuid'],
  ['no components', (template) => Object.assign(template, { components: [] }), 'components'],
  ['a component without type', (template) => delete template.components[1].type, 'components.1.type'],
  [
    'two components of one id',
    (template) => {
      template.components[1].id = 'lamp';
      template.tiles.pop();
    },
    'components.1.id',
  ],
  [
    'a component id that is no part of a topic',
    (template) => {
      template.components[1].id = 'a/b';
      template.tiles.pop();
    },
    'components.1.id',
  ],
  ['two properties of one id', (template) => (template.properties[4].id = 'battery'), 'properties.4.id'],
  ['the id of the built-in property', spare((it) => Object.assign(it, { id: 'access' })), 'properties.4.id'],
  ['no io', property((it) => delete it.io), 'properties.0.io'],
  ['an io that is none', property((it) => Object.assign(it, { io: 'x' })), 'properties.0.io'],
  ['a flag in quotes', property((it) => Object.assign(it, { onChange: 'yes' })), 'properties.0.onChange'],
  [
    'half a write a minute',
    property((it) => Object.assign(it, { rateLimit: 0.5 })),
    'properties.0.rateLimit',
  ],
  ['less than no writes', property((it) => Object.assign(it, { rateLimit: -1 })), 'properties.0.rateLimit'],
  [
    'less than no priority',
    property((it) => Object.assign(it, { mainActionPriority: -1 })),
    'properties.0.mainActionPriority',
  ],
  ['a schema that is not there', spare((it) => Object.assign(it, { schema: 'blue' })), 'properties.4.schema'],
  ['no component type', spare((it) => Object.assign(it, { components: [] })), 'properties.4.components'],
  ['an unknown component type', property((it) => it.components.push('leg')), 'properties.0.components.1'],
  [
    'a pattern, which may be slow',
    property((it) => Object.assign(it, { schemaExtension: { pattern: '(a+)+$' } })),
    'properties.0.schemaExtension.pattern',
  ],
  [
    'a reference',
    property((it) => Object.assign(it, { schemaExtension: { anyOf: [{ $ref: 'http://a.b' }] } })),
    'properties.0.schemaExtension.anyOf.0.$ref',
  ],
  [
    'a keyword that is no schema',
    property((it) => Object.assign(it, { schemaExtension: { minimum: 'low' } })),
    'properties.0.schemaExtension.minimum',
  ],
  [
    'an unknown unit',
    property((it) => Object.assign(it.unitsOptions, { vendorUnit: 'ell' })),
    'properties.0.unitsOptions.vendorUnit',
  ],
  [
    'a unit of another quantity',
    (template) => Object.assign(template.properties[2].unitsOptions, { targetImperial: 'watt' }),
    'properties.2.unitsOptions.targetImperial',
  ],
  [
    'a control of no kind',
    property((it) => Object.assign(it.controlInterfaces[0], { controlInterface: 'lever' })),
    'properties.0.controlInterfaces.0.controlInterface',
  ],
  [
    'two controls of one id',
    property((it) => (it.controlInterfaces[1].id = 'value')),
    'properties.0.controlInterfaces.1.id',
  ],
  ['a switch with a number for a word', control(0, { on: 1 }), 'properties.0.controlInterfaces.0.config.on'],
  ['a slider without an end', control(1, { min: 0 }), 'properties.0.controlInterfaces.1.config.max'],
  [
    'a slider that runs backwards',
    control(1, { min: 9, max: 1 }),
    'properties.0.controlInterfaces.1.config.max',
  ],
  [
    'a slider with a step of 0',
    control(1, { min: 0, max: 9, step: 0 }),
    'properties.0.controlInterfaces.1.config.step',
  ],
  ['a choice of nothing', control(2, { options: [] }), 'properties.0.controlInterfaces.2.config.options'],
  [
    'a choice without words',
    control(2, { options: [{ value: 'a' }] }),
    'properties.0.controlInterfaces.2.config.options.0.label',
  ],
  [
    'a choice of an object',
    control(2, { options: [{ label: 'A', value: {} }] }),
    'properties.0.controlInterfaces.2.config.options.0.value',
  ],
  ['a button that sends nothing', control(3, {}), 'properties.0.controlInterfaces.3.config.value'],
  [
    'a rule of no condition',
    property((it) => (it.triggers[0].condition = 'feels')),
    'properties.0.triggers.0.condition',
  ],
  [
    'a rule without a control',
    property((it) => (it.triggers[0].inputs[0].controlInterfaceId = 'x')),
    'properties.0.triggers.0.inputs.0.controlInterfaceId',
  ],
  ['a tile of nothing', tile((it) => Object.assign(it, { components: [] })), 'tiles.0.components'],
  ['a tile of an unknown component', tile((it) => it.components.push('leg')), 'tiles.0.components.1'],
  ['a tile of one component twice', tile((it) => it.components.push('lamp')), 'tiles.0.components.1'],
  [
    'information of a component that the tile does not have',
    tile((it) => (it.information[0].componentType = 'light-sensor'), 0),
    'tiles.0.information.0.componentType',
  ],
  [
    'information of no property',
    tile((it) => (it.information[0].property = 'x'), 1),
    'tiles.1.information.0.property',
  ],
  [
    'information of a property of another component',
    tile((it) => (it.information[1].property = 'status'), 1),
    'tiles.1.information.1.property',
  ],
  ['information of no type', tile((it) => (it.information[0].type = 'gif'), 1), 'tiles.1.information.0.type'],
  [
    'an unknown unit on a tile',
    tile((it) => (it.information[0].options.inputUnit = 'ell'), 1),
    'tiles.1.information.0.options.inputUnit',
  ],
  [
    'an expression that calls',
    tile((it) => (it.information[1].options.mathExpression = 'alert(x)'), 1),
    'tiles.1.information.1.options.mathExpression',
  ],
  [
    'a colour without a glyph',
    tile((it) => delete it.information[0].options.char),
    'tiles.0.information.0.options.char',
  ],
  ['a switch on a number', tile((it) => (it.actions[0].property = 'spare')), 'tiles.0.actions.0.property'],
  [
    'one property as information and as action',
    tile((it) => Object.assign(it.information[0], { property: 'status', type: 'text' })),
    'tiles.0.information.0.property',
  ],
  ['an action of no icon', tile((it) => delete it.actions[0].options.icon), 'tiles.0.actions.0.options.icon'],
  [
    'a switch that cannot be written',
    property((it) => Object.assign(it, { io: 'rs' })),
    'tiles.0.actions.0.property',
  ],
];

/** Returns a copy of the template with that invalid member. */
export function corrupted(template: ChannelTemplate, corrupt: Wrong[1]): unknown {
  const copy = structuredClone(template);
  corrupt(copy);
  return copy;
}
