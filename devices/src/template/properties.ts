import type { TemplateProperty } from '@azulejo/contract';
import type { Access, Feature } from '../feature.ts';
import { counterClassesOf, propertyClassesOf } from './classes.ts';
import { counterOfId } from './counters.ts';
import { schemaUseOf } from './json-schema.ts';
import { inSentence, labelOf } from './naming.ts';
import { propertyIdOf } from './property-ids.ts';
import { actionPriority, informationPriority } from './ranking.ts';
import { rulesOf } from './rules.ts';
import { isEnergyUnit, noUnits } from './units.ts';
import { type NumberShape, type Option, type ShapeMember, shapeOf, type ValueShape } from './value-shape.ts';

/** A mapped feature: its property in the template, and its shape, which tiles need in addition. */
export interface MappedProperty {
  readonly property: Omit<TemplateProperty, 'components'>;
  readonly shape: ValueShape;
  readonly feature: Feature;
}

/**
 * Returns a property's `io`. The platform answers reads with the last report, so reported values,
 * but not events, can be read.
 */
function ioOf({ isReported, isWritable, isReadable }: Access, shape: ValueShape): TemplateProperty['io'] {
  if (shape.kind === 'event') return 's';
  if (isReported) return isWritable ? 'rws' : 'rs';
  if (isReadable) return isWritable ? 'rw' : 'r';
  return 'w';
}

/** Returns `onChange`: measurements are reported every time, other values only when they change. */
function isReportedOnChange(shape: ValueShape, access: Access): boolean {
  if (shape.kind === 'event') return false;
  return shape.kind !== 'number' || access.isWritable;
}

function classesOf(id: string, { access, category, counter, value }: Feature, shape: ValueShape): string[] {
  const isCounter =
    shape.kind === 'number' && !access.isWritable && value.type === 'number' && isEnergyUnit(value.unit);
  const counted = isCounter ? (counter ?? counterOfId(id)) : undefined;
  return counted ? counterClassesOf(counted) : propertyClassesOf(id, category);
}

/** @param id the property's id, when another feature of the device already has the usual one */
export function mapFeature(feature: Feature, id = propertyIdOf(feature)): MappedProperty {
  const label = feature.label ?? labelOf(id);
  const shape = shapeOf(feature);
  const { access } = feature;
  const controlInterfaces = controlsOf(shape, access.isWritable && !access.isReported);
  const rules = rulesOf({ label, shape, controls: controlInterfaces, ...access });
  const property = {
    id,
    label,
    agentLabel: feature.label ?? inSentence(label),
    classes: classesOf(id, feature, shape),
    ...schemaUseOf(id, shape, access.isWritable),
    io: ioOf(access, shape),
    isActionable: rules.actions.length > 0,
    isStateful: rules.states.length > 0,
    isTriggerable: rules.triggers.length > 0,
    mainActionPriority: access.isWritable ? actionPriority(id) : 0,
    mainInformationPriority: access.isReported ? informationPriority(id) : 0,
    onChange: isReportedOnChange(shape, access),
    rateLimit: 0,
    requiredCapabilities: [],
    controlInterfaces,
    ...rules,
    unitsOptions: (shape.kind === 'number' && shape.unit.options) || noUnits,
  };
  return { property, shape, feature };
}

type ControlInterface = TemplateProperty['controlInterfaces'][number];

/** Maximum number of steps on a slider. A finger cannot select among more. */
const SLIDER_STEPS = 1000;

function numberControl(id: string, shape: NumberShape): ControlInterface {
  const { minimum: min, maximum: max, step, unit, presets } = shape;
  const isSlider = min !== undefined && max !== undefined && (max - min) / (step ?? 1) <= SLIDER_STEPS;
  return {
    id,
    controlInterface: isSlider ? 'slider' : 'number',
    config: {
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
      ...(isSlider || step !== undefined ? { step: step ?? 1 } : {}),
      ...(unit.suffix === '' ? {} : { suffix: unit.suffix }),
      ...(presets.length === 0 ? {} : { presets }),
    },
  };
}

function choiceControl(id: string, options: readonly Option[], isCommand: boolean): ControlInterface {
  const [only, ...more] = options;
  return only && more.length === 0 && isCommand
    ? { id, controlInterface: 'button', config: { ...only, label: only.value === '' ? 'Send' : only.label } }
    : { id, controlInterface: 'text-picker', config: { options } };
}

/**
 * Returns the controls that edit a value: one, or one for each member of a composite, or none for a list.
 * @param isCommand whether the value is only written and never reported, so that a single choice is a button
 */
function controlsOf(shape: ValueShape, isCommand: boolean, id = 'value'): ControlInterface[] {
  switch (shape.kind) {
    case 'boolean':
      return [{ id, controlInterface: 'switch', config: { on: shape.on, off: shape.off } }];
    case 'choice':
    case 'event':
      return [choiceControl(id, shape.options, isCommand)];
    case 'number':
      return [numberControl(id, shape)];
    case 'text':
      return [{ id, controlInterface: 'text', config: {} }];
    case 'color':
      return [{ id, controlInterface: 'color', config: { format: 'hsv' } }];
    case 'composite':
      return shape.members.flatMap((member) => memberControls(member, isCommand));
    case 'list':
      return [];
  }
}

/** Returns the controls of a member. Those of a composite in a composite are named by their path. */
function memberControls({ id, label, shape }: ShapeMember, isCommand: boolean): ControlInterface[] {
  return controlsOf(shape, isCommand, id).map((control) => ({
    ...control,
    id: shape.kind === 'composite' ? `${id}.${control.id}` : control.id,
    config: {
      ...control.config,
      label: shape.kind === 'composite' ? `${label}: ${control.config['label']}` : label,
    },
  }));
}
