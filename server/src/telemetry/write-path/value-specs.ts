import { ACCESS_PROPERTY, accessStates, type TemplateProperty, type ValueAddress } from '@azulejo/contract';
import { type AlarmRule, alarmRuleOf, isSecure, isWritable, propertiesOfType } from '@azulejo/model';
import { unknownProperty, type VersionedTemplate } from '../../devices/templates/index.ts';
import type { createValueValidator, ValueChecks } from './value-validator.ts';

/** The rules for the values of one property of one component of a template. */
export type ValueSpec = {
  /** Whether it is the built-in `access`, by which an owner reports whether the device can be reached. */
  readonly isAccess: boolean;
  /** Whether the platform derives its values from reports of phones. */
  readonly isDerived?: true;
  readonly isWritable: boolean;
  /** Whether setting it needs the right `secure`. */
  readonly isSecure: boolean;
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

type ValueSpecs = ReadonlyMap<string, ReadonlyMap<string, ValueSpec>>;

const known: ReadonlySet<unknown> = new Set(accessStates);

const checkAccess: ValueChecks['ofReports'] = (data) =>
  known.has(data) ? undefined : `must be one of ${accessStates.join(', ')}`;

export const accessSpec: ValueSpec = {
  isAccess: true,
  isWritable: false,
  isSecure: false,
  onChange: true,
  isRecorded: true,
  rateLimit: 0,
  checks: { ofWrites: checkAccess, ofReports: checkAccess },
};

/** The spec of a value that the platform derives. It is never sent by a client, so nothing is checked. */
export const derivedSpec: ValueSpec = {
  isAccess: false,
  isDerived: true,
  isWritable: false,
  isSecure: false,
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
 * Finds the spec of an address; components are found by id. Throws `not_found` when the template has none.
 */
export function createValueSpecs(validator: ReturnType<typeof createValueValidator>) {
  const made = new WeakMap<VersionedTemplate, ValueSpecs>();
  /** Caches specs by property, because templates share equal properties. */
  const ofProperties = new WeakMap<TemplateProperty, ValueSpec>();

  function specOf(property: TemplateProperty): ValueSpec {
    const known = ofProperties.get(property);
    if (known) return known;
    const spec: ValueSpec = {
      isAccess: false,
      isWritable: isWritable(property),
      isSecure: isSecure(property),
      onChange: property.onChange,
      isRecorded: !property.classes.includes(LINK_QUALITY),
      rateLimit: property.rateLimit,
      checks: validator(property),
      ...alarmOf(property),
    };
    ofProperties.set(property, spec);
    return spec;
  }

  function specsOf(template: VersionedTemplate): ValueSpecs {
    const found = made.get(template);
    if (found) return found;
    const specs = new Map(
      template.components.map(({ id, type }) => {
        const own = propertiesOfType(template.properties, type);
        const ofComponent = own.map((property): [string, ValueSpec] => [property.id, specOf(property)]);
        return [id, new Map([[ACCESS_PROPERTY, accessSpec], ...ofComponent])];
      }),
    );
    made.set(template, specs);
    return specs;
  }

  return (template: VersionedTemplate, { componentId, propertyId }: ValueAddress): ValueSpec => {
    const properties = specsOf(template).get(componentId);
    const spec = properties?.get(propertyId);
    if (spec) return spec;
    throw unknownProperty(template, { componentId, propertyId });
  };
}
