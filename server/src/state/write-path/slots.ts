import { ACCESS_PROPERTY, accessStates, type TemplateProperty, type ValueAddress } from '@azulejo/contract';
import { type AlarmRule, alarmRuleOf, isWritable, propertiesOfType } from '@azulejo/model';
import { unknownProperty, type VersionedTemplate } from '../../devices/templates/index.ts';
import type { createValueValidator, ValueChecks } from './value-validator.ts';

/** A place for a value: one property of one component of a template. */
export type Slot = {
  /** Whether it is the built-in `access`, by which an owner reports whether the device can be reached. */
  readonly isAccess: boolean;
  /** Whether the platform derives its values from reports of phones. */
  readonly isDerived?: true;
  readonly isWritable: boolean;
  /** Whether only changes are stored in the history; otherwise every report is. */
  readonly onChange: boolean;
  /** Whether its values are stored in the history. */
  readonly isRecorded: boolean;
  /** Accepted writes per minute; 0 means unlimited. */
  readonly rateLimit: number;
  readonly checks: ValueChecks;
  /** Set when its values raise and end an alarm. */
  readonly alarm?: AlarmRule;
};

/**
 * The class of radio link quality. Devices send it with every message, so its history would be larger than that of
 * everything else, and says nothing about the home.
 */
const LINK_QUALITY = 'com.muzzley.properties.diagnostics.linkquality';

type SlotsOfTemplate = ReadonlyMap<string, ReadonlyMap<string, Slot>>;

const known: ReadonlySet<unknown> = new Set(accessStates);

const checkAccess: ValueChecks['ofReports'] = (data) =>
  known.has(data) ? undefined : `must be one of ${accessStates.join(', ')}`;

export const accessSlot: Slot = {
  isAccess: true,
  isWritable: false,
  onChange: true,
  isRecorded: true,
  rateLimit: 0,
  checks: { ofWrites: checkAccess, ofReports: checkAccess },
};

/** The slot of a value that the platform derives. It is never sent by a client, so nothing is checked. */
export const derivedSlot: Slot = {
  isAccess: false,
  isDerived: true,
  isWritable: false,
  onChange: true,
  isRecorded: true,
  rateLimit: 0,
  checks: { ofWrites: () => undefined, ofReports: () => undefined },
};

const alarmOf = (property: TemplateProperty) => {
  const alarm = alarmRuleOf(property);
  return alarm ? { alarm } : {};
};

/**
 * Finds the slot of an address; components are found by id. Throws `not_found` when the template has none.
 */
export function createSlots(validator: ReturnType<typeof createValueValidator>) {
  const made = new WeakMap<VersionedTemplate, SlotsOfTemplate>();
  /** Caches slots by property, because templates share equal properties. */
  const ofProperties = new WeakMap<TemplateProperty, Slot>();

  function slotOf(property: TemplateProperty): Slot {
    const known = ofProperties.get(property);
    if (known) return known;
    const slot: Slot = {
      isAccess: false,
      isWritable: isWritable(property),
      onChange: property.onChange,
      isRecorded: !property.classes.includes(LINK_QUALITY),
      rateLimit: property.rateLimit,
      checks: validator(property),
      ...alarmOf(property),
    };
    ofProperties.set(property, slot);
    return slot;
  }

  function slotsOf(template: VersionedTemplate): SlotsOfTemplate {
    const found = made.get(template);
    if (found) return found;
    const slots = new Map(
      template.components.map(({ id, type }) => {
        const own = propertiesOfType(template.properties, type);
        const ofComponent = own.map((property): [string, Slot] => [property.id, slotOf(property)]);
        return [id, new Map([[ACCESS_PROPERTY, accessSlot], ...ofComponent])];
      }),
    );
    made.set(template, slots);
    return slots;
  }

  return (template: VersionedTemplate, { componentId, propertyId }: ValueAddress): Slot => {
    const properties = slotsOf(template).get(componentId);
    const slot = properties?.get(propertyId);
    if (slot) return slot;
    throw unknownProperty(template, { componentId, propertyId });
  };
}
