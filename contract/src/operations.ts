import type { TObject, TSchema } from 'typebox';
import { accounts } from './account.ts';
import { activity } from './activity.ts';
import { auth, tokens } from './auth.ts';
import { cards } from './card.ts';
import { channels } from './channel.ts';
import { templates } from './channel-template-list.ts';
import { versions } from './client-version.ts';
import { commands } from './command.ts';
import { devices, grants } from './device.ts';
import type { ErrorName } from './errors.ts';
import { events } from './event.ts';
import { legacyUsers } from './legacy-user.ts';
import { isOfPortal, type Operation } from './operation.ts';
import { authorizations, pairing } from './pairing.ts';
import { passwordResets } from './password-reset.ts';
import { places } from './place.ts';
import { preferences } from './preferences.ts';
import { recipes } from './recipe.ts';
import { services } from './service.ts';
import { shortcuts } from './shortcut.ts';
import { surveys, tags } from './survey.ts';
import { tiles } from './tile.ts';
import { tileGroups } from './tile-group.ts';
import { units } from './units-table.ts';
import { uploads } from './upload.ts';
import { users } from './user.ts';
import { values } from './value.ts';
import { schemas } from './value-schema.ts';
import { workers } from './worker.ts';

/** The whole platform, by resource. The routes, the SDK and the documents are made from it. */
export const resources = {
  accounts,
  auth,
  tokens,
  passwordResets,
  users,
  legacyUsers,
  preferences,
  places,
  tags,
  surveys,
  channels,
  values,
  activity,
  commands,
  events,
  tiles,
  tileGroups,
  devices,
  grants,
  units,
  schemas,
  uploads,
  templates,
  authorizations,
  pairing,
  recipes,
  services,
  versions,
  workers,
  shortcuts,
  cards,
} as const;

export type AnyOperation = Operation<TObject, TObject, TSchema>;

export const operations: readonly AnyOperation[] = Object.values(resources).flatMap(
  (resource): AnyOperation[] => Object.values(resource),
);

/** Errors that the operation may answer: its own, those of its access, and those of its form. */
export function possibleErrors(operation: AnyOperation): ErrorName[] {
  const inputs = new Set(operation.bindings.map((binding) => binding.input));
  const takesJson = inputs.has('json') || inputs.has('json-or-form');
  return [
    ...new Set<ErrorName>([
      ...operation.errors,
      ...(operation.access === 'public' ? [] : isOfPortal(operation.access) ? sessionErrors : tokenErrors),
      ...(takesJson ? bodyErrors : []),
      'internal',
      'unavailable',
    ]),
  ];
}

const sessionErrors: readonly ErrorName[] = ['session_required', 'forged_request', 'insufficient_role'];

const tokenErrors: readonly ErrorName[] = [
  'token_required',
  'invalid_token',
  'expired_token',
  'revoked_token',
  'forbidden',
  'insufficient_scope',
];

const bodyErrors: readonly ErrorName[] = ['malformed_body', 'body_too_large', 'unsupported_media_type'];
