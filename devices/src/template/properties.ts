import type { TemplateProperty } from '@azulejo/contract';
import { propertyClassesOf } from './classes.ts';
import { controlsOf } from './control-interfaces.ts';
import { schemaUseOf } from './json-schema.ts';
import { propertyIdOf } from './property-ids.ts';
import { actionPriority, informationPriority } from './ranking.ts';
import type { Feature, Leaf } from './read-definitions.ts';
import { rulesOf } from './rules.ts';
import { noUnits } from './units.ts';
import { shapeOf, type ValueShape } from './value-shape.ts';
import { inSentence, labelOf } from './words.ts';

/** A mapped feature: its property in the template, and its shape, which tiles need in addition. */
export interface MappedProperty {
  readonly property: Omit<TemplateProperty, 'components'>;
  readonly shape: ValueShape;
}

interface Access {
  readonly isReported: boolean;
  readonly isWritable: boolean;
  readonly isReadable: boolean;
}

/**
 * Returns the access bits of a feature. A composite may have none itself; then those of its members count.
 */
function accessBits(leaf: Leaf): number {
  const own = leaf.access || 0;
  return leaf.type === 'composite'
    ? leaf.features.reduce((bits, member) => bits | accessBits(member), own)
    : own;
}

function accessOf(leaf: Leaf): Access {
  const bits = accessBits(leaf);
  return { isReported: (bits & 1) !== 0, isWritable: (bits & 2) !== 0, isReadable: (bits & 4) !== 0 };
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
function toldOnChange(shape: ValueShape, access: Access): boolean {
  if (shape.kind === 'event') return false;
  return shape.kind !== 'number' || access.isWritable;
}

export function mapFeature(feature: Feature): MappedProperty {
  const id = propertyIdOf(feature);
  const label = labelOf(id);
  const shape = shapeOf(feature);
  const access = accessOf(feature.leaf);
  const controlInterfaces = controlsOf(shape, access.isWritable && !access.isReported);
  const rules = rulesOf({ label, shape, controls: controlInterfaces, ...access });
  const property = {
    id,
    label,
    agentLabel: inSentence(label),
    classes: propertyClassesOf(id, feature.leaf.category),
    ...schemaUseOf(id, shape, access.isWritable),
    io: ioOf(access, shape),
    isActionable: rules.actions.length > 0,
    isStateful: rules.states.length > 0,
    isTriggerable: rules.triggers.length > 0,
    mainActionPriority: access.isWritable ? actionPriority(id) : 0,
    mainInformationPriority: access.isReported ? informationPriority(id) : 0,
    onChange: toldOnChange(shape, access),
    rateLimit: 0,
    requiredCapabilities: [],
    controlInterfaces,
    ...rules,
    unitsOptions: (shape.kind === 'number' && shape.unit.options) || noUnits,
  };
  return { property, shape };
}
