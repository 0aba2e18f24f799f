export const FORM_TYPE = 'application/x-www-form-urlencoded';

/**
 * Maximum size of a submitted form in bytes. Every sign or pair of a form is decoded before anything else is known of
 * it, which takes more time than parsing JSON.
 */
export const MAX_FORM_BYTES = 64 * 1024;

/** The fields of a submitted form, or the members of a query. A name may be repeated. */
export type FormFields = Readonly<Record<string, unknown>>;

/** Returns the fields of a body or query that was parsed; none when it is not an object. */
export const toFormFields = (parsed: unknown): FormFields =>
  typeof parsed === 'object' && parsed !== null ? (parsed as FormFields) : {};

/** Returns all texts with this name, in their order. */
export const textsIn = (fields: FormFields, name: string): string[] =>
  [fields[name]].flat().filter((text) => typeof text === 'string');
