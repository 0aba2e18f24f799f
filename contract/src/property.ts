import { type Static, Type } from 'typebox';
import { ControlInterfaceKind, PropertyIo, TriggerCondition } from './enumerations.ts';

export const ControlInterface = Type.Object(
  {
    id: Type.String({ description: 'Unique within the property; trigger inputs name it.' }),
    controlInterface: ControlInterfaceKind,
    config: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Settings of the control, e.g. `options` of a text picker: `[{label, value}]`.',
    }),
  },
  { title: 'ControlInterface', description: 'A control with which a person edits a value (spec 2.4).' },
);

export const TriggerInput = Type.Object({
  controlInterfaceId: Type.String(),
  id: Type.String(),
  path: Type.Array(Type.Object({ source: Type.String(), target: Type.String() }), {
    description: 'Where the control’s result goes in the condition; `$` is the whole value.',
  }),
});

export const Trigger = Type.Object(
  {
    id: Type.String(),
    condition: TriggerCondition,
    inputs: Type.Array(TriggerInput),
    inputsLabel: Type.String({ description: 'Template of the inputs’ text, e.g. `{{value}} °C`.' }),
    label: Type.String(),
    predicateLabel: Type.String({
      description: 'The words between the device and the input: `rises above`.',
    }),
  },
  { title: 'Trigger', description: 'A condition on a property that may start an automation (spec 2.4).' },
);

export const UnitsOptions = Type.Object(
  {
    vendorUnit: Type.String({
      description: 'Unit key in which the device reports; empty where there is none.',
    }),
    targetImperial: Type.String({ description: 'Unit key in which an imperial user reads it.' }),
    targetMetric: Type.String({ description: 'Unit key in which a metric user reads it.' }),
  },
  { title: 'UnitsOptions', description: 'Units of a property (spec 2.4).' },
);

const propertyMembers = {
  id: Type.String(),
  label: Type.String(),
  agentLabel: Type.String({ description: 'The property’s name inside the sentence of an automation.' }),
  classes: Type.Array(Type.String(), {
    description: 'Of the form `com.<vendor>.properties.<group>.<name>`.',
  }),
  controlInterfaces: Type.Array(ControlInterface),
  io: PropertyIo,
  isActionable: Type.Boolean({ description: 'May be the action of an automation.' }),
  isStateful: Type.Boolean({ description: 'Has a state that an automation may ask for.' }),
  isTriggerable: Type.Boolean({ description: 'May start an automation.' }),
  mainActionPriority: Type.Integer({ description: '1 is the first choice for a tile; 0 is none.' }),
  mainInformationPriority: Type.Integer({ description: '1 is the first choice for a tile; 0 is none.' }),
  onChange: Type.Boolean({ description: 'Only changes are reported, not every measurement.' }),
  rateLimit: Type.Integer({ description: 'Accepted writes per minute; 0 is no limit (spec 8).' }),
  requiredCapabilities: Type.Array(Type.String()),
  schemaExtension: Type.Record(Type.String(), Type.Unknown(), {
    description: 'JSON Schema keywords that narrow `schema` for this property, e.g. `{minimum, maximum}`.',
  }),
  actions: Type.Array(Trigger, {
    description: 'What an automation may do with it, in the shape of a trigger.',
  }),
  states: Type.Array(Trigger, {
    description: 'What an automation may ask of it, in the shape of a trigger.',
  }),
  triggers: Type.Array(Trigger),
};

/** A property as a channel template declares it: `schema` is a name, `components` are component types. */
export const TemplateProperty = Type.Object(
  {
    ...propertyMembers,
    components: Type.Array(Type.String(), {
      description: 'Types of the components that have this property.',
    }),
    schema: Type.String({ pattern: '^[a-z0-9-]+$', description: 'Name of a schema under `/schemas/v1/`.' }),
    unitsOptions: UnitsOptions,
  },
  { title: 'TemplateProperty' },
);
export type TemplateProperty = Static<typeof TemplateProperty>;

/** A property as a channel list shows it (spec 2.4). */
export const Property = Type.Object(
  {
    ...propertyMembers,
    components: Type.Array(Type.String(), {
      description: 'Ids of the components with this property and, where they differ, their types.',
    }),
    schema: Type.String({ format: 'uri', description: '`{ontology_url}/schemas/v1/<schema_name>`.' }),
    unitsOptions: Type.Object({
      ...UnitsOptions.properties,
      muzzleyUnit: Type.String({
        description: 'The same as `vendorUnit`, under the name that known apps read.',
      }),
    }),
  },
  { title: 'Property', description: 'A property declared by the channel spec (spec 2.4).' },
);
export type Property = Static<typeof Property>;
