import { ACCESS_PROPERTY, type ValueAddress } from '@azulejo/contract';
import { propertiesOfType } from '@azulejo/model';
import { ApiError } from '../../platform/api-error.ts';
import type { VersionedTemplate } from './stored-versions.ts';

type Address = Pick<ValueAddress, 'componentId' | 'propertyId'>;

/** Throws `not_found` naming what the template does not have. */
export function requireProperty(template: VersionedTemplate, address: Address): void {
  const { componentId, propertyId } = address;
  const component = template.components.find(({ id }) => id === componentId);
  const exists =
    component &&
    (propertyId === ACCESS_PROPERTY ||
      propertiesOfType(template.properties, component.type).some(({ id }) => id === propertyId));
  if (!exists) throw unknownProperty(template, address);
}

/** Returns the error for an address that the template does not have. */
export function unknownProperty(template: VersionedTemplate, address: Address): ApiError {
  const { componentId, propertyId } = address;
  const detail = template.components.some(({ id }) => id === componentId)
    ? `"${componentId}" has no property "${propertyId}".`
    : `${template.name} has no component "${componentId}".`;
  return new ApiError('not_found', { detail });
}
