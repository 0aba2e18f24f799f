import type { TObject, TSchema } from 'typebox';
import { accounts } from './account.ts';
import { activity } from './activity.ts';
import { alarms } from './alarm.ts';
import { applications } from './application.ts';
import { applicationDevices, claims } from './application-device.ts';
import { auth, tokens } from './auth.ts';
import { automationRuns, automations, automationVersions, rehearsals } from './automation/index.ts';
import { bridges } from './bridge.ts';
import { channels } from './channel.ts';
import { channelRecords } from './channel-record.ts';
import { templates } from './channel-template-list.ts';
import { versions } from './client-version.ts';
import { commands } from './command.ts';
import { devices, grants } from './device.ts';
import { energy } from './energy.ts';
import type { ErrorName } from './errors.ts';
import { events } from './event.ts';
import { legacyUsers } from './legacy-user.ts';
import { makerCredentials } from './maker-credentials.ts';
import { managers } from './manager.ts';
import { notifications } from './notification.ts';
import { isOfPortal, type Operation } from './operation.ts';
import { emailConfirmations, ownAccount, ownSessions } from './own-account.ts';
import { ownData } from './own-data.ts';
import { ownSecondFactor } from './own-second-factor.ts';
import { authorizations, pairing } from './pairing.ts';
import { ownPasskeys, passkeys } from './passkey.ts';
import { passwordResets } from './password-reset.ts';
import { places } from './place.ts';
import { preferences } from './preferences.ts';
import { presence } from './presence.ts';
import { recipes } from './recipe.ts';
import { scenes } from './scene.ts';
import { services } from './service.ts';
import { shortcuts } from './shortcut.ts';
import { supportedModels } from './supported-model.ts';
import { surveys, tags } from './survey.ts';
import { tiles } from './tile.ts';
import { tileGroups } from './tile-group.ts';
import { homeTime } from './time-zone.ts';
import { units } from './units-table.ts';
import { unsupported } from './unsupported.ts';
import { uploads } from './upload.ts';
import { users } from './user.ts';
import { values } from './value.ts';
import { schemas } from './value-schema.ts';
import { workers } from './worker.ts';

/** All operations of the platform, by resource. Routes, SDK and API documents are generated from it. */
export const resources = {
  accounts,
  auth,
  tokens,
  passwordResets,
  emailConfirmations,
  ownAccount,
  ownSessions,
  ownSecondFactor,
  ownPasskeys,
  passkeys,
  ownData,
  users,
  legacyUsers,
  preferences,
  notifications,
  places,
  homeTime,
  presence,
  tags,
  surveys,
  channels,
  values,
  activity,
  energy,
  alarms,
  commands,
  events,
  tiles,
  tileGroups,
  managers,
  bridges,
  applications,
  channelRecords,
  devices,
  grants,
  applicationDevices,
  claims,
  makerCredentials,
  units,
  schemas,
  uploads,
  templates,
  supportedModels,
  authorizations,
  pairing,
  recipes,
  services,
  versions,
  workers,
  automations,
  automationVersions,
  automationRuns,
  rehearsals,
  scenes,
  shortcuts,
  unsupported,
} as const;

export type AnyOperation = Operation<TObject, TObject, TSchema>;

export const operations: readonly AnyOperation[] = Object.values(resources).flatMap(
  (resource): AnyOperation[] => Object.values(resource),
);

/**
 * Returns every error that the operation may return: its own, those of its access and request, and the common
 * ones.
 */
export function possibleErrors(operation: AnyOperation): ErrorName[] {
  const hasBody = operation.bindings.some(({ method }) => method !== 'GET');
  const hasParams = Object.keys(operation.params.properties).length > 0;
  return [
    ...new Set<ErrorName>([
      ...operation.errors,
      ...(operation.access === 'public' ? [] : isOfPortal(operation.access) ? sessionErrors : tokenErrors),
      ...(hasBody ? bodyErrors : []),
      // No resource has an id that cannot be stored.
      ...(hasParams ? (['not_found'] as const) : []),
      ...commonErrors,
    ]),
  ];
}

const sessionErrors: readonly ErrorName[] = [
  'session_required',
  'forged_request',
  'insufficient_role',
  'invalid_token',
  'expired_token',
  'insufficient_scope',
];

const tokenErrors: readonly ErrorName[] = [
  'token_required',
  'invalid_token',
  'expired_token',
  'revoked_token',
  'forbidden',
  'insufficient_scope',
];

/** The server reads a body even when none is expected, for example with DELETE. */
const bodyErrors: readonly ErrorName[] = ['malformed_body', 'body_too_large', 'unsupported_media_type'];

/**
 * Every operation rejects repeated parameters (RFC 6749 3.2) and malformed HTTP, even if it has no
 * parameters.
 */
const commonErrors: readonly ErrorName[] = [
  'invalid_request',
  'too_many_requests',
  'internal',
  'unavailable',
];
