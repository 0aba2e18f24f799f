import { backupsFeature } from '../admin/backups/index.ts';
import { bridgeOperationsFeature, bridgeSupervisorFeature } from '../admin/bridges/index.ts';
import { deletionFeature } from '../admin/deletion/index.ts';
import { demoFeature } from '../admin/demo/index.ts';
import { homeApplicationFeature } from '../admin/home-application/index.ts';
import { monitoringFeature, toPortalCheck } from '../admin/monitoring/index.ts';
import { portalFeature } from '../admin/portal/index.ts';
import { portalAccountsFeature } from '../admin/portal-accounts/index.ts';
import { userDataFeature } from '../admin/user-data/index.ts';
import { automationsFeature } from '../automation/definitions/index.ts';
import { engineFeature } from '../automation/engine/index.ts';
import { rehearsalsFeature } from '../automation/rehearsals/index.ts';
import { scenesFeature } from '../automation/scenes/index.ts';
import { workersFeature } from '../automation/workers/index.ts';
import { installation } from '../config/installation.ts';
import { bridgesFeature } from '../connections/bridges/index.ts';
import { devicesFeature } from '../connections/devices/index.ts';
import { linkedAccountsFeature } from '../connections/linked-accounts/index.ts';
import { makerPortsFeature, makersFeature } from '../connections/makers/index.ts';
import { managersFeature } from '../connections/managers/index.ts';
import { pairingFeature } from '../connections/pairing/index.ts';
import { servicesFeature } from '../connections/services/index.ts';
import { simulatorFeature, virtualDevicesFeature } from '../connections/virtual-devices/index.ts';
import { webhookManagerFeature } from '../connections/webhook-manager/index.ts';
import { auditFeature } from '../core/audit/index.ts';
import type { Feature, Platform } from '../core/feature.ts';
import { messageTraceFeature } from '../core/message-trace/index.ts';
import { sharedLimitsFeature } from '../core/shared-limits/index.ts';
import { channelsFeature } from '../devices/channels/index.ts';
import { devicePagesFeature } from '../devices/device-pages/index.ts';
import { supportedModelsFeature } from '../devices/supported-models/index.ts';
import { templatesFeature } from '../devices/templates/index.ts';
import { unitsFeature } from '../devices/units/index.ts';
import { activityFeature } from '../home/activity/index.ts';
import { energyFeature } from '../home/energy/index.ts';
import { homeDevicesFeature } from '../home/home-devices/index.ts';
import { homeSettingsFeature } from '../home/home-settings/index.ts';
import { notificationsFeature } from '../home/notifications/index.ts';
import { phoneChannelFeature } from '../home/phone-channel/index.ts';
import { placesFeature } from '../home/places/index.ts';
import { preferencesFeature } from '../home/preferences/index.ts';
import { presenceFeature, presenceUpdatesFeature } from '../home/presence/index.ts';
import { surveysFeature } from '../home/surveys/index.ts';
import { tilesFeature } from '../home/tiles/index.ts';
import { timeZoneFeature } from '../home/time-zone/index.ts';
import { unsupportedFeature } from '../home/unsupported/index.ts';
import { uploadsFeature } from '../home/uploads/index.ts';
import { applicationsFeature } from '../identity/applications/index.ts';
import { homesFeature } from '../identity/homes/index.ts';
import { usersFeature } from '../identity/users/index.ts';
import { accountMailsFeature } from '../sign-in/account-mails/index.ts';
import { accountSettingsFeature } from '../sign-in/account-settings/index.ts';
import { accountsFeature } from '../sign-in/accounts/index.ts';
import { authFeature } from '../sign-in/auth/index.ts';
import { emailAddressesFeature } from '../sign-in/email-addresses/index.ts';
import { passkeysFeature } from '../sign-in/passkeys/index.ts';
import { passwordResetFeature } from '../sign-in/password-reset/index.ts';
import { secondFactorFeature } from '../sign-in/second-factor/index.ts';
import { alarmsFeature } from '../telemetry/alarms/index.ts';
import { commandsFeature } from '../telemetry/commands/index.ts';
import { eventsFeature } from '../telemetry/events/index.ts';
import { historyFeature } from '../telemetry/history/index.ts';
import { valuesFeature } from '../telemetry/values/index.ts';
import { writePathFeature } from '../telemetry/write-path/index.ts';
import { examineRunning } from './doctor/running.ts';
import { createPlatform, type PlatformOptions } from './platform.ts';

type Make<Needs, Api extends object> = (needs: Needs) => Feature<Api> | Promise<Feature<Api>>;

/** The result of a list of features: their services by name, their dependencies, and the features. */
type BuiltFeatures<Context> = { readonly services: Context; readonly list: readonly Feature[] };

/**
 * Features in the order in which they are made. Each uses the services of those before it: `with` takes only
 * functions whose needs are met.
 */
type FeatureList<Base, Context> = {
  with<Api extends object>(make: Make<Context, Api>): FeatureList<Base, Context & Api>;
  build(base: Base): Promise<BuiltFeatures<Context>>;
};

const listFeatures = <Base extends object>(): FeatureList<Base, Base> => extend([]);

function extend<Base extends object, Context>(
  makers: readonly Make<never, object>[],
): FeatureList<Base, Context> {
  return {
    with: <Api extends object>(make: Make<Context, Api>) => extend<Base, Context & Api>([...makers, make]),
    async build(base) {
      const services: object = { ...base };
      const list: Feature[] = [];
      for (const make of makers) {
        const feature = await make(services as never);
        Object.assign(services, feature.api);
        list.push(feature);
      }
      return { services: services as Context, list };
    },
  };
}

/** The features of the server and of the command line, each after those whose services it uses. */
const commonFeatures = listFeatures<Platform>()
  .with(auditFeature)
  .with(sharedLimitsFeature)
  .with(messageTraceFeature)
  .with(applicationsFeature)
  .with(homesFeature)
  .with(usersFeature)
  .with(templatesFeature)
  .with(supportedModelsFeature)
  .with(devicePagesFeature)
  .with(channelsFeature)
  .with(unitsFeature)
  .with(commandsFeature)
  .with(eventsFeature)
  .with(historyFeature)
  .with(alarmsFeature)
  .with(valuesFeature)
  .with(preferencesFeature)
  .with(homeSettingsFeature)
  .with(tilesFeature)
  .with(phoneChannelFeature)
  .with(presenceFeature)
  .with(writePathFeature)
  .with(presenceUpdatesFeature)
  .with(homeDevicesFeature)
  .with(activityFeature)
  .with(energyFeature)
  .with(placesFeature)
  .with(timeZoneFeature)
  .with(surveysFeature)
  .with(unsupportedFeature)
  .with(scenesFeature)
  .with(automationsFeature)
  .with(rehearsalsFeature)
  .with(secondFactorFeature)
  .with(passkeysFeature)
  .with(authFeature)
  .with(accountMailsFeature)
  .with(accountsFeature)
  .with(homeApplicationFeature)
  .with(passwordResetFeature)
  .with(emailAddressesFeature)
  .with(accountSettingsFeature)
  .with(makersFeature)
  .with(linkedAccountsFeature)
  .with(managersFeature)
  .with(virtualDevicesFeature)
  .with(webhookManagerFeature)
  .with(bridgesFeature)
  .with(makerPortsFeature)
  .with(servicesFeature)
  .with(pairingFeature)
  .with(devicesFeature)
  .with(portalAccountsFeature)
  .with(uploadsFeature)
  .with(deletionFeature)
  .with(bridgeOperationsFeature)
  .with(userDataFeature)
  .with(demoFeature)
  .with(portalFeature);

/** Adds the features that only the process that serves requests has. */
export const serverFeatures = commonFeatures
  .with(notificationsFeature)
  .with(engineFeature)
  .with(workersFeature)
  .with(simulatorFeature)
  .with(bridgeSupervisorFeature)
  .with((services) => backupsFeature({ ...services, version: installation.version }))
  .with((services) =>
    monitoringFeature({
      ...services,
      version: installation.version,
      examine: async (jobs) => (await examineRunning({ ...services, jobs })).map(toPortalCheck),
    }),
  );

export type Features = Awaited<ReturnType<typeof commonFeatures.build>>['services'];
export type ServerFeatures = Awaited<ReturnType<typeof serverFeatures.build>>['services'];

/** Makes the features that need no server. */
export const createFeatures = (options: PlatformOptions) => commonFeatures.build(createPlatform(options));

/** Makes all features of a server without its network and jobs, in any database. */
export const createServerFeatures = (options: PlatformOptions) =>
  serverFeatures.build(createPlatform(options));
