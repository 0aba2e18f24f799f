import type { UserChange } from '@azulejo/contract';
import { checkAll, invalidField } from '../../platform/api-error.ts';
import type { UserChanges } from './user-changes.ts';

/** Reads the changes that a request asks for. Throws `invalid_request` naming all wrong fields. */
export function readChanges({ name, photo, photoUrl }: UserChange, uploaderUrl: string): UserChanges {
  const [field, given] = photo === undefined ? ['photoUrl', photoUrl] : ['photo', photo];
  const [checkedName, checkedPhoto] = checkAll(
    () => readName(name),
    () => readPhoto(given, field, uploaderUrl),
  );
  return { name: checkedName, photo: checkedPhoto };
}

function readName(name: string | undefined): string | undefined {
  if (name?.trim() === '') throw invalidField('name', 'must not be empty');
  return name?.trim();
}

/**
 * Checks a picture's URL. Apps load it wherever they show it, so plain HTTP is only allowed to this server.
 */
export function readPhoto(given: string | null | undefined, field: string, uploaderUrl: string) {
  if (given === undefined || given === null) return given;
  const url = URL.parse(given);
  const isSafe = url?.protocol === 'https:' || url?.href.startsWith(`${uploaderUrl}/uploads/`);
  if (url?.username !== '' || !isSafe)
    throw invalidField(field, 'must be an https URL or the URL of an upload');
  return url.href;
}
