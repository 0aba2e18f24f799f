import type { TObject, TSchema } from 'typebox';
import { ownData } from './admin/own-data.ts';
import { automations } from './automation/automations.ts';
import { rehearsals } from './automation/rehearsals.ts';
import { automationRuns } from './automation/runs.ts';
import { scenes } from './automation/scene.ts';
import { shortcuts } from './automation/shortcut.ts';
import { automationVersions } from './automation/versions.ts';
import { workers } from './automation/worker.ts';
import { applicationDevices, claims } from './connections/application-device.ts';
import { bridges } from './connections/bridge.ts';
import { devices, grants } from './connections/device.ts';
import { makerCredentials } from './connections/maker-credentials.ts';
import { managers } from './connections/manager.ts';
import { authorizations, pairing } from './connections/pairing.ts';
import { recipes } from './connections/recipe.ts';
import { services } from './connections/service.ts';
import { channels } from './devices/channel.ts';
import { channelRecords } from './devices/channel-record.ts';
import { templates } from './devices/channel-template-list.ts';
import { supportedModels } from './devices/supported-model.ts';
import { units } from './devices/units-table.ts';
import { schemas } from './devices/value-schema.ts';
import type { ErrorName } from './errors.ts';
import { activity } from './home/activity.ts';
import { energy } from './home/energy.ts';
import { homes } from './home/home.ts';
import { notifications } from './home/notification.ts';
import { places } from './home/place.ts';
import { preferences } from './home/preferences.ts';
import { presence } from './home/presence.ts';
import { surveys, tags } from './home/survey.ts';
import { tiles } from './home/tile.ts';
import { tileGroups } from './home/tile-group.ts';
import { homeTime } from './home/time-zone.ts';
import { unsupported } from './home/unsupported.ts';
import { uploads } from './home/upload.ts';
import { applications } from './identity/application.ts';
import { versions } from './identity/client-version.ts';
import { legacyUsers } from './identity/legacy-user.ts';
import { users } from './identity/user.ts';
import { isOfPortal, type Operation } from './operation.ts';
import { accounts } from './sign-in/account.ts';
import { emailConfirmations, ownAccount, ownSessions } from './sign-in/account-settings.ts';
import { auth, tokens } from './sign-in/auth.ts';
import { ownSecondFactor } from './sign-in/own-second-factor.ts';
import { ownPasskeys, passkeys } from './sign-in/passkey.ts';
import { passwordResets } from './sign-in/password-reset.ts';
import { alarms } from './telemetry/alarm.ts';
import { commands } from './telemetry/command.ts';
import { events } from './telemetry/event.ts';
import { values } from './telemetry/value.ts';

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
  homes,
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
