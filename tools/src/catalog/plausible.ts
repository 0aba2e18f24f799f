import type { TemplateProperty } from '@azulejo/contract';

export type Json = string | number | boolean | { readonly [member: string]: Json };

/** Values that a healthy device in an ordinary home reports, by property. */
const BY_PROPERTY: Readonly<Record<string, Json>> = {
  battery: 87,
  brightness: 70,
  'color-temperature': 370,
  humidity: 48,
  temperature: 20.8,
  'device-temperature': 24,
  'local-temperature': 20.6,
  'valve-opening-degree': 100,
  'ac-frequency': 50,
  pressure: 1014.2,
  position: 100,
  'lock-state': 'locked',
  'air-quality': 'good',
  'system-mode': 'heat',
  'window-detection': true,
  'power-factor': 0.97,
  strength: 12,
  'power-on-behavior': 'previous',
  'system-status-code': 'no_error',
};

/** Values by schema, for properties without their own entry. */
const BY_SCHEMA: Readonly<Record<string, Json>> = {
  'on-off': false,
  boolean: false,
  text: '',
  'color-hsv': { h: 36, s: 48, v: 100 },
  temperature: 20,
  'temperature-difference': 0,
  'color-temperature': 370,
  percentage: 50,
  power: 0,
  energy: 37.4,
  current: 0,
  voltage: 230.4,
  frequency: 50,
  pressure: 1013,
  illuminance: 180,
  concentration: 4,
  duration: 60,
  length: 1.5,
  volume: 0,
  angle: 0,
  number: 0,
};

function numberIn(property: TemplateProperty, wanted: number): number {
  const { minimum, maximum, multipleOf, anyOf } = property.schemaExtension;
  const [range] = Array.isArray(anyOf) ? anyOf : [];
  const low = Number(range?.minimum ?? minimum ?? Number.NEGATIVE_INFINITY);
  const high = Number(range?.maximum ?? maximum ?? Number.POSITIVE_INFINITY);
  const inside = Math.min(Math.max(wanted, low), high);
  const step = Number(multipleOf ?? 0);
  return step > 0 ? Math.round(inside / step) * step : inside;
}

/**
 * Returns the typical value of a property. Small sensors report the voltage of their
 * 3 V battery in millivolts.
 */
function wantedOf(property: TemplateProperty): Json | undefined {
  const isCell = property.schema === 'voltage' && property.unitsOptions.vendorUnit === 'millivolt';
  return isCell ? 2985 : (BY_PROPERTY[property.id] ?? BY_SCHEMA[property.schema]);
}

/** Returns a typical value that is valid for the property's schema. */
export function plausibleValue(property: TemplateProperty): Json {
  const wanted = wantedOf(property);
  const { enum: allowed } = property.schemaExtension;
  if (Array.isArray(allowed)) {
    return (
      allowed.find((value) => value === wanted) ??
      allowed.find((value) => /^(normal|off|idle|none|stop)/.test(value)) ??
      allowed[0]
    );
  }
  const isBoolean = ['boolean', 'on-off'].includes(property.schema);
  if (isBoolean) return typeof wanted === 'boolean' ? wanted : false;
  if (typeof wanted === 'number') return numberIn(property, wanted);
  if (wanted === undefined)
    throw new Error(`no plausible value for ${property.id} of schema ${property.schema}`);
  return wanted;
}
