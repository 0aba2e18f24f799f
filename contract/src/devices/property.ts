import { type Static, Type } from 'typebox';
import { ControlInterfaceKind, PropertyIo, TriggerCondition } from '../enumerations.ts';

export const ControlInterface = Type.Object(
  {
    id: Type.String({ description: 'Unique within the property; trigger inputs name it.' }),
    controlInterface: ControlInterfaceKind,
    config: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Settings of the control, e.g. `options` of a text picker: `[{label, value}]`.',
    }),
  },
  { title: 'ControlInterface', description: 'A control for editing a value (spec 2.4).' },
);

export const TriggerInput = Type.Object({
  controlInterfaceId: Type.String({ description: 'The control that gives the input.' }),
  id: Type.String({ description: 'Id of the input.' }),
  path: Type.Array(
    Type.Object({
      source: Type.String({ description: 'Path in the control’s value.' }),
      target: Type.String({ description: 'Path in the trigger’s input.' }),
    }),
    {
      description: 'Maps the control’s result to the condition; `$` is the whole value.',
    },
  ),
});

export const Trigger = Type.Object(
  {
    id: Type.String({ description: 'Trigger id.' }),
    condition: TriggerCondition,
    inputs: Type.Array(TriggerInput, { description: 'The input of a person for the condition.' }),
    inputsLabel: Type.String({ description: 'Template for the text of the inputs, e.g. `{{value}} °C`.' }),
    label: Type.String({ description: 'Name of the condition, for people.' }),
    predicateLabel: Type.String({
      description: 'The words between the device and the input, e.g. `rises above`.',
    }),
  },
  { title: 'Trigger', description: 'A condition on a property that can start an automation (spec 2.4).' },
);

export const UnitsOptions = Type.Object(
  {
    vendorUnit: Type.String({
      description: 'Key of the unit in which the device reports; empty if it has no unit.',
    }),
    targetImperial: Type.String({ description: 'Key of the unit shown to users of imperial units.' }),
    targetMetric: Type.String({ description: 'Key of the unit shown to users of metric units.' }),
  },
  { title: 'UnitsOptions', description: 'Units of a property (spec 2.4).' },
);

const propertyMembers = {
  id: Type.String({ description: 'Property id, unique in the template.' }),
  label: Type.String({ description: 'Name of the property, for people.' }),
  agentLabel: Type.String({ description: 'The property’s name in the sentence of an automation.' }),
  classes: Type.Array(Type.String(), {
    description: 'Of the form `com.<vendor>.properties.<group>.<name>`.',
  }),
  controlInterfaces: Type.Array(ControlInterface, { description: 'The controls that edit the value.' }),
  io: PropertyIo,
  isActionable: Type.Boolean({ description: 'Can be the action of an automation.' }),
  isStateful: Type.Boolean({ description: 'Has a state that an automation can check.' }),
  isTriggerable: Type.Boolean({ description: 'Can start an automation.' }),
  mainActionPriority: Type.Integer({ description: '1 is the first choice for a tile; 0 means never.' }),
  mainInformationPriority: Type.Integer({ description: '1 is the first choice for a tile; 0 means never.' }),
  onChange: Type.Boolean({ description: 'Whether only changes are reported, not every measurement.' }),
  rateLimit: Type.Integer({ description: 'Maximum writes per minute; 0 means no limit (spec 8).' }),
  requiredCapabilities: Type.Array(Type.String(), {
    description: 'The capabilities that an app needs to use the property.',
  }),
  schemaExtension: Type.Record(Type.String(), Type.Unknown(), {
    description: 'JSON Schema keywords that narrow `schema` for this property, e.g. `{minimum, maximum}`.',
  }),
  actions: Type.Array(Trigger, {
    description: 'Actions for automations, in the form of a trigger.',
  }),
  states: Type.Array(Trigger, {
    description: 'State checks for automations, in the form of a trigger.',
  }),
  triggers: Type.Array(Trigger, { description: 'Conditions that automations can use.' }),
};

/** A property in a channel template. `schema` is a schema name, `components` are component types. */
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

/** A property in a channel list (spec 2.4). */
export const Property = Type.Object(
  {
    ...propertyMembers,
    components: Type.Array(Type.String(), {
      description: 'Ids of the components with this property, and their types where these differ.',
    }),
    schema: Type.String({ format: 'uri', description: '`{ontology_url}/schemas/v1/<schema_name>`.' }),
    unitsOptions: Type.Object(
      {
        ...UnitsOptions.properties,
        muzzleyUnit: Type.String({
          description: 'The same as `vendorUnit`, under the name that known apps use.',
        }),
      },
      { description: 'Units of the value; empty texts for a value without a unit.' },
    ),
  },
  { title: 'Property', description: 'A property declared by the channel spec (spec 2.4).' },
);
export type Property = Static<typeof Property>;
