/**
 * The last known values of one channel, by `valueKey`. A value's type is defined by its property's schema.
 */
export type Values = ReadonlyMap<string, unknown>;

/** Returns the key of a value in `Values`, from the component's id (not its type) and the property's id. */
export const valueKey = (component: string, property: string) => JSON.stringify([component, property]);
