export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns whether parsed JSON is an object: neither null nor an array. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
