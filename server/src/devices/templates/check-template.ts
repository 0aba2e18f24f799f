import type { ChannelTemplate, FieldError } from '@azulejo/contract';
import { ApiError } from '../../platform/api-error.ts';
import { didYouMean } from '../../platform/nearest-name.ts';
import { findIdErrors, findNameError } from './check-ids.ts';
import { findPropertyErrors } from './check-property.ts';
import { findShapeErrors } from './check-shape.ts';
import { findSizeError } from './check-size.ts';
import { findTileErrors } from './check-tile.ts';
import { isUrl, type Served } from './served.ts';

/** Maximum number of reported errors; the others are reported when these are fixed. */
const MAX_ERRORS = 100;

/**
 * Returns the errors of a channel template, at most one per member, with paths such as `properties.2.schema`.
 */
export function findTemplateErrors(template: unknown, served: Served): FieldError[] {
  const size = findSizeError(template);
  if (size) return [size];
  const shape = findShapeErrors(template);
  const found = shape.length > 0 ? shape : [...findMeaningErrors(template as ChannelTemplate, served)];
  const byField = new Map(found.toReversed().map((error) => [error.field, error]));
  return found.filter((error) => byField.get(error.field) === error).slice(0, MAX_ERRORS);
}

/** Throws `invalid_request` naming the invalid members, with paths below `path`. */
export function checkTemplate(
  template: unknown,
  served: Served,
  path = '',
): asserts template is ChannelTemplate {
  const errors = findTemplateErrors(template, served);
  if (errors.length === 0) return;
  const fields = errors.map(({ field, reason }) => {
    const isWhole = field === 'template';
    return { field: isWhole || path === '' ? field : `${path}.${field}`, reason };
  });
  throw new ApiError('invalid_request', { fields });
}

/**
 * Finds what a schema cannot check: that all names refer to something, and that tiles follow the apps' rules.
 */
function* findMeaningErrors(template: ChannelTemplate, served: Served): Generator<FieldError> {
  yield* findIdErrors(template.components, 'components');
  yield* findIdErrors(template.properties, 'properties');
  for (const [index, { type }] of template.components.entries())
    yield* findNameError(type, `components.${index}.type`);
  for (const member of ['picture', 'tilePicture'] as const) {
    const picture = template[member];
    const exists = isUrl(picture) ? URL.canParse(picture) : served.pictures.has(picture);
    if (!exists)
      yield {
        field: member,
        reason: `is not a known picture: ${picture}${didYouMean(picture, served.pictures)}`,
      };
  }
  for (const [index, property] of template.properties.entries())
    yield* findPropertyErrors(property, `properties.${index}`, template, served);
  for (const [index, tile] of template.tiles.entries())
    yield* findTileErrors(tile, `tiles.${index}`, template);
}
