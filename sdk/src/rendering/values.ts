/**
 * The last known values of one channel, by `valueKey`. A value's type is defined by its property's schema.
 */
export type Values = ReadonlyMap<string, unknown>;
