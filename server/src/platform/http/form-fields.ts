/** The fields of a submitted form, or the members of a query. A name may be repeated. */
export type FormFields = Readonly<Record<string, unknown>>;

/** Returns the fields of a body or query that was parsed; none when it is not an object. */
export const toFormFields = (parsed: unknown): FormFields =>
  typeof parsed === 'object' && parsed !== null ? (parsed as FormFields) : {};

/** Returns all texts with this name, in their order. */
export const textsIn = (fields: FormFields, name: string): string[] =>
  [fields[name]].flat().filter((text) => typeof text === 'string');
