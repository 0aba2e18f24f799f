import { createDemo, createDemoHistory } from '../admin/demo/index.ts';
import { createHomeApplication } from '../admin/home-application/index.ts';
import { createMessageLog, createMonitoring } from '../admin/monitoring/index.ts';
import { createTemplateMoves, createTemplateUsage } from '../admin/portal/index.ts';
import { createPortalAccounts } from '../admin/portal-accounts/index.ts';
import { createRemoval } from '../admin/removal/index.ts';
import { createUserData } from '../admin/user-data/index.ts';
import type { Config } from '../config/config.ts';
import { createDeviceBatches, createDevices, createGrants } from '../connections/devices/index.ts';
import { createMakers } from '../connections/makers/index.ts';
import { createGrantAsks, createPairing } from '../connections/pairing/index.ts';
import { createServices } from '../connections/services/index.ts';
import { createVirtualDeviceControl, createVirtualDevices } from '../connections/virtual-devices/index.ts';
import { createAudit } from '../core/audit/index.ts';
import type { DomainEvents } from '../core/domain-events/index.ts';
import { createMessageTrace } from '../core/message-trace/index.ts';
import type { Db } from '../database/index.ts';
import { createChannels } from '../devices/channels/index.ts';
import { createDevicePages } from '../devices/device-pages/index.ts';
import {
  createTemplateEditor,
  createTemplates,
  loadValueSchemas,
  pictureUrls,
  thumbnailUrls,
} from '../devices/templates/index.ts';
import { createContext, withLocationRetention } from '../home/context/index.ts';
import { createHomes } from '../home/homes/index.ts';
import { createPlaces } from '../home/places/index.ts';
import { createPreferences } from '../home/preferences/index.ts';
import { createSurveys } from '../home/surveys/index.ts';
import { createTileGroups, createTiles } from '../home/tiles/index.ts';
import { createApplications } from '../people/applications/index.ts';
import { createUsers } from '../people/users/index.ts';
import { createBus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { Metrics } from '../platform/metrics.ts';
import { createPasswords } from '../platform/passwords.ts';
import { createPresence } from '../platform/presence.ts';
import { createAccounts } from '../sign-in/accounts/index.ts';
import { createAuth } from '../sign-in/auth/index.ts';
import { createPasswordReset } from '../sign-in/password-reset/index.ts';
import { createCommands } from '../state/commands/index.ts';
import { createEvents } from '../state/events/index.ts';
import { createHistory } from '../state/history/index.ts';
import { createValues } from '../state/values/index.ts';
import { createWritePath } from '../state/write-path/index.ts';

export type Platform = { config: Config; db: Db; clock: Clock; metrics: Metrics; logger: Logger };

export type Features = Awaited<ReturnType<typeof createFeatures>>;

/** Wires up all features, for the server and for the command line. */
export async function createFeatures({ config, db, clock, metrics, logger }: Platform) {
  const { urls, rateLimits } = config;
  const retention = withLocationRetention(config.retention);
  const passwords = createPasswords();
  const live = createBus<DomainEvents>(logger);
  const presence = createPresence(clock);
  const messageTrace = createMessageTrace({ clock, logger });
  const messageLog = createMessageLog({ messageTrace, clock });
  const monitoring = createMonitoring({ db, clock, metrics, bus: live });
  const picture = pictureUrls(urls.cdn);
  const schemas = await loadValueSchemas(urls.ontology);
  const audit = createAudit(db, clock, config.retention.audit);
  const applications = createApplications({ db, clock, audit });
  const users = createUsers({ db, clock, audit });
  const preferences = createPreferences({ db, clock, users });
  const templates = createTemplates({ db, clock });
  const makers = createMakers({ db, clock, audit, applications, templates });
  const templateEditor = createTemplateEditor({ db, clock, audit });
  const templateUsage = createTemplateUsage({
    db,
    templates,
    picture,
    thumbnail: thumbnailUrls(urls.cdn),
  });
  const channels = createChannels({ db, clock, templates });
  const commands = createCommands({ db, clock });
  const events = createEvents({ db, clock, live, retention: retention.events });
  const history = createHistory({ db, clock, retention });
  const auth = createAuth({
    db,
    clock,
    audit,
    messageTrace,
    metrics,
    passwords,
    applications,
    users,
    channels,
    channelOfCommand: commands.channelOf,
    endpoints: { http: urls.base, mqtt: urls.mqtt, uploader: urls.uploader },
    lifetimes: config.tokenLifetimes,
    maxSignIns: config.shares.signIns,
    limits: rateLimits,
  });
  const tiles = createTiles({ db, clock });
  const tileGroups = createTileGroups({ db, clock });
  const context = createContext({
    db,
    clock,
    templates,
    channels,
    tiles,
    allowsLocation: preferences.allowsLocation,
    kept: retention.historyOfProperty,
  });
  const values = createValues({ db, clock });
  const writePath = createWritePath({
    db,
    clock,
    logger,
    audit,
    schemas,
    templates,
    channels,
    commands,
    events,
    history,
    live,
    messageTrace,
    presence,
    quota: config.shares.values,
    worksFor: applications.worksFor,
    isUnwanted: context.isUnwanted,
  });
  const homes = createHomes({ db, audit, users, templates, channels, tiles, bus: live });
  const templateMoves = createTemplateMoves({ db, clock, audit, templates, usage: templateUsage, tiles });
  const accounts = createAccounts({
    db,
    applications,
    users,
    tiles,
    context,
    auth,
    passwords,
    audit,
    ...rateLimits,
  });
  const passwordReset = createPasswordReset({
    db,
    clock,
    logger,
    audit,
    passwords,
    applications,
    users,
    auth,
    accounts,
    url: urls.auth,
    sendsMail: config.mail.smtp !== undefined,
    ...rateLimits,
  });
  const places = createPlaces({ db, clock });
  const surveys = createSurveys({ db, clock });
  const devices = createDevices({
    db,
    audit,
    applications,
    templates,
    channels,
    homes,
    makers,
    maxChannelsPerManager: config.maxChannelsPerManager,
  });
  const deviceBatches = createDeviceBatches({ db, applications, homes });
  const devicePages = await createDevicePages();
  const virtualDevices = createVirtualDevices({ db, clock, makers, homes });
  const virtualDeviceControl = createVirtualDeviceControl({
    db,
    audit,
    channels,
    homes,
    values,
    writePath,
    virtualDevices,
  });
  const services = createServices({ db, clock, audit, templates });
  const grantAsks = createGrantAsks(clock);
  const pairing = createPairing({
    db,
    clock,
    audit,
    applications,
    users,
    templates,
    virtualDevices,
    bus: live,
    origin: new URL(urls.base).origin,
    makers,
    grantAsks,
    offersEverything: config.offersVirtualDevices,
  });
  const grants = createGrants({
    db,
    audit,
    applications,
    users,
    channels,
    homes,
    consents: pairing.consents,
    bus: live,
    maxDevicesPerHome: config.maxDevicesPerHome,
  });
  const portalAccounts = createPortalAccounts({
    db,
    clock,
    audit,
    passwords,
    url: urls.base,
    limits: rateLimits,
  });
  const homeApplication = createHomeApplication({
    applications,
    clientId: config.homeClientId,
    origin: urls.base,
  });
  const removal = createRemoval({
    db,
    clock,
    audit,
    applications,
    channels,
    homeApplication,
    homes,
    users,
    bus: live,
  });
  const userData = createUserData({ db, clock, logger, audit, users, removal });
  const demoHistory = createDemoHistory({ db, channels, history, schemas });
  const demo = createDemo({
    db,
    clock,
    homeApplication,
    users,
    accounts,
    channels,
    tileGroups,
    homes,
    writePath,
    virtualDevices,
    removal,
    demoHistory,
  });
  return {
    demoHistory,
    passwords,
    live,
    presence,
    messageTrace,
    messageLog,
    monitoring,
    picture,
    schemas,
    audit,
    applications,
    users,
    auth,
    templates,
    makers,
    templateEditor,
    templateUsage,
    templateMoves,
    channels,
    commands,
    events,
    history,
    values,
    writePath,
    tiles,
    tileGroups,
    context,
    homes,
    accounts,
    passwordReset,
    preferences,
    places,
    surveys,
    devices,
    deviceBatches,
    grants,
    virtualDevices,
    virtualDeviceControl,
    services,
    pairing,
    grantAsks,
    devicePages,
    portalAccounts,
    homeApplication,
    removal,
    userData,
    demo,
  };
}
