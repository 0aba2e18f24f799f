import { Type } from 'typebox';

/**
 * A condition in another one. Its schema leaves the form open, because it would otherwise be repeated for each level;
 * compiling checks it.
 */
export const nested = Type.Object(
  {},
  { description: 'A condition of one of the same kinds. At most 5 levels, 50 conditions.' },
);

export const several = (description: string) =>
  Type.Array(nested, { minItems: 1, maxItems: 50, description });
