import type { TemplateProperty } from '@azulejo/contract';
import { propertiesOfType } from '@azulejo/model';
import { canConvert, convert, findUnit } from '@azulejo/units';
import type { Templates } from '../../devices/templates/index.ts';
import type { HomeDevice } from '../activity/index.ts';

export type CounterKind = 'consumed' | 'produced';

/** A property that counts energy. */
export type CounterProperty = {
  readonly kind: CounterKind;
  /** A meter measures the home; other devices only themselves. */
  readonly measures: 'home' | 'device';
  /** Converts a value to kWh. */
  readonly factor: number;
};

/** The classes of counters that only rise. Others, such as the energy of today, are reset every day. */
const kinds = [
  { kind: 'consumed', pattern: /\.electricity\.energy$/ },
  { kind: 'produced', pattern: /\.electricity\.produced-energy$/ },
] as const;
/** The type of the component that measures a home. */
const METER = 'meter';
/** The key of kilowatt hours in the table of units. */
const KWH = 'kph';

/** Finds the counters of devices: a function of a device, its component and its property. */
export async function findCounters(templates: Templates, devices: readonly HomeDevice[]) {
  const byTemplate = new Map<string, ReadonlyMap<string, CounterProperty>>();
  for (const { templateId, templateVersion } of devices) {
    const key = `${templateId} ${templateVersion}`;
    if (byTemplate.has(key)) continue;
    const { components, properties } = await templates.get(templateId, templateVersion);
    const found = components.flatMap(({ id, type }) =>
      propertiesOfType(properties, type).flatMap((property): [string, CounterProperty][] => {
        const counter = counterOf(property, type);
        return counter ? [[`${id} ${property.id}`, counter]] : [];
      }),
    );
    byTemplate.set(key, new Map(found));
  }
  return ({ templateId, templateVersion }: HomeDevice, componentId: string, propertyId: string) =>
    byTemplate.get(`${templateId} ${templateVersion}`)?.get(`${componentId} ${propertyId}`);
}

function counterOf({ classes, unitsOptions }: TemplateProperty, type: string): CounterProperty | undefined {
  const found = kinds.find(({ pattern }) => classes.some((name) => pattern.test(name)));
  const unit = findUnit(unitsOptions.vendorUnit);
  if (!found || unit === undefined || !canConvert(unit, KWH)) return undefined;
  const measures = type === METER ? 'home' : 'device';
  return { kind: found.kind, measures, factor: convert(1, unit, KWH) };
}
