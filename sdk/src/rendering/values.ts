/** The last known values of one channel, by `valueKey`. A value is what the property's schema says. */
export type Values = ReadonlyMap<string, unknown>;

/** Where a value stands in `Values`: by the component's id (not its type) and the property's id. */
export const valueKey = (component: string, property: string) => JSON.stringify([component, property]);
