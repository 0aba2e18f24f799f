import { type Static, type TObject, type TSchema, type TUnsafe, Type } from 'typebox';

/**
 * Returns the union of several kinds of a trigger, condition or step, with `kind` as the discriminator. Errors are those
 * of the named kind only.
 */
export const oneOfKinds = <const Kinds extends readonly TObject[]>(
  oneOf: Kinds,
  description: string,
): TUnsafe<Static<Kinds[number]>> =>
  Type.Unsafe<Static<Kinds[number]>>({
    type: 'object',
    discriminator: { propertyName: 'kind' },
    oneOf,
    description,
  } as TSchema);
