import { propertiesOfType } from '@azulejo/model';
import type { VersionedTemplate } from '../../devices/templates/index.ts';
import type { ValuePlace } from '../../state/values/index.ts';

/** The current template of channels and the new one: another version, or another template. */
export type TemplateChange = { readonly earlier: VersionedTemplate; readonly newest: VersionedTemplate };

type DescribedPlace = ValuePlace & {
  /** Describes which values it accepts. */
  readonly values: string;
};

/** Returns every property of every component, with the values that it takes. */
export function valuePlacesOf({ components, properties }: VersionedTemplate): Map<string, DescribedPlace> {
  return new Map(
    components.flatMap(({ id, type }) =>
      propertiesOfType(properties, type).map((property): [string, DescribedPlace] => {
        const values = JSON.stringify([property.schema, property.schemaExtension]);
        return [`${id}/${property.id}`, { component: id, property: property.id, values }];
      }),
    ),
  );
}

/** The old and the new component of a property. */
export type MovedPlace = { readonly from: ValuePlace; readonly to: ValuePlace };

/** Properties that a change of the template removes, those that it adds, and those that go to another component. */
export type PlaceChanges = {
  readonly lost: readonly ValuePlace[];
  readonly added: readonly ValuePlace[];
  readonly moved: readonly MovedPlace[];
};

/**
 * Compares where properties are. A device that turns out to be of another kind has another component, mostly with
 * the same properties: one that is missing is the same as a new one with its id and its values, if there is only
 * one of each.
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
  return {
    lost: missing.filter((place) => !moved.some(({ from }) => from === place)),
    added: fresh.filter((place) => !moved.some(({ to }) => to === place)),
    moved,
  };
}
