import { type AlarmKind, alarmRuleOf, propertiesOfType } from '@azulejo/model';
import type { VersionedTemplate } from '../../devices/templates/index.ts';
import type { ValuePlace } from '../../telemetry/values/index.ts';

/** The current template of channels and the new one: another version, or another template. */
export type TemplateChange = { readonly earlier: VersionedTemplate; readonly newest: VersionedTemplate };

type DescribedPlace = ValuePlace & {
  /** Describes which values it accepts. */
  readonly values: string;
  /** The alarm that its values raise and end. */
  readonly alarm: AlarmKind | undefined;
};

/** Returns every property of every component, with the values that it takes. */
export function valuePlacesOf({ components, properties }: VersionedTemplate): Map<string, DescribedPlace> {
  return new Map(
    components.flatMap(({ id, type }) =>
      propertiesOfType(properties, type).map((property): [string, DescribedPlace] => {
        const values = JSON.stringify([property.schema, property.schemaExtension]);
        const alarm = alarmRuleOf(property)?.kind;
        return [`${id}/${property.id}`, { component: id, property: property.id, values, alarm }];
      }),
    ),
  );
}

/** The old and the new component of a property. */
export type MovedPlace = { readonly from: ValuePlace; readonly to: ValuePlace };

/** What a change of the template does to properties. */
export type PlaceChanges = {
  readonly lost: readonly ValuePlace[];
  readonly added: readonly ValuePlace[];
  /** Those that go to another component. */
  readonly moved: readonly MovedPlace[];
  /** The earlier places of those whose values no longer raise and end the alarm that they did. */
  readonly silenced: readonly ValuePlace[];
};

/**
 * Compares where properties are. When the kind of a device changes, so does its component. A property that
 * disappears is matched with a new property of the same id and values, if each is unique.
 */
export function changesOfPlaces({ earlier, newest }: TemplateChange): PlaceChanges {
  const [before, after] = [valuePlacesOf(earlier), valuePlacesOf(newest)];
  const missing = [...before].filter(([name]) => !after.has(name)).map(([, place]) => place);
  const fresh = [...after].filter(([name]) => !before.has(name)).map(([, place]) => place);
  const moved = missing.flatMap((from): MovedPlace[] => {
    const like = (each: DescribedPlace) => each.property === from.property && each.values === from.values;
    const [to, ...others] = fresh.filter(like);
    return to && others.length === 0 && missing.filter(like).length === 1 ? [{ from, to }] : [];
  });
  const newPlaceOf = (name: string, place: DescribedPlace): DescribedPlace | undefined => {
    const to = moved.find(({ from }) => from === place)?.to;
    return after.get(to ? `${to.component}/${to.property}` : name);
  };
  return {
    lost: missing.filter((place) => !moved.some(({ from }) => from === place)),
    added: fresh.filter((place) => !moved.some(({ to }) => to === place)),
    moved,
    silenced: [...before]
      .filter(([name, place]) => place.alarm && newPlaceOf(name, place)?.alarm !== place.alarm)
      .map(([, place]) => place),
  };
}
