import { type Static, type TObject, type TSchema, type TUnsafe, Type } from 'typebox';

/**
 * Returns the schema of a part of one of several kinds, which its member `kind` names. A wrong part is told what is
 * wrong with it as one of its kind.
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
