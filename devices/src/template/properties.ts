import type { TemplateProperty } from '@azulejo/contract';
import type { Access, Feature } from '../feature.ts';
import { counterClassesOf, propertyClassesOf } from './classes.ts';
import { controlsOf } from './control-interfaces.ts';
import { counterOfId } from './counters.ts';
import { schemaUseOf } from './json-schema.ts';
import { inSentence, labelOf } from './naming.ts';
import { propertyIdOf } from './property-ids.ts';
import { actionPriority, informationPriority } from './ranking.ts';
import { rulesOf } from './rules.ts';
import { isEnergyUnit, noUnits } from './units.ts';
import { shapeOf, type ValueShape } from './value-shape.ts';

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
  const label = labelOf(id);
  const shape = shapeOf(feature);
  const { access } = feature;
  const controlInterfaces = controlsOf(shape, access.isWritable && !access.isReported);
  const rules = rulesOf({ label, shape, controls: controlInterfaces, ...access });
  const property = {
    id,
    label,
    agentLabel: inSentence(label),
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
