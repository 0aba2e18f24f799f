import { operations, resources } from '@azulejo/contract';
import type { FastifyInstance } from 'fastify';
import { deviceHandlers, grantHandlers } from '../connections/devices/index.ts';
import {
  authorizationHandler,
  pairingHandlers,
  recipeHandlers,
  registerPairingPages,
  templateHandlers,
} from '../connections/pairing/index.ts';
import { serviceAuthorizationHandler, serviceHandlers } from '../connections/services/index.ts';
import { channelHandlers } from '../devices/channels/index.ts';
import { registerDevicePages } from '../devices/device-pages/index.ts';
import { registerPictures, schemaHandlers } from '../devices/templates/index.ts';
import { unitHandlers } from '../devices/units/index.ts';
import { homeHandlers } from '../home/homes/index.ts';
import { cardHandlers, shortcutHandlers, workerHandlers } from '../home/legacy-lists/index.ts';
import { placeHandlers } from '../home/places/index.ts';
import { legacyUserHandlers, preferenceHandlers } from '../home/preferences/index.ts';
import { surveyHandlers, tagHandlers } from '../home/surveys/index.ts';
import { tileGroupHandlers, tileHandlers } from '../home/tiles/index.ts';
import { registerUploadedFiles, type Uploads, uploadHandlers } from '../home/uploads/index.ts';
import { versionHandlers } from '../people/applications/index.ts';
import { userHandlers } from '../people/users/index.ts';
import { type ByteCache, createByteCache } from '../platform/byte-cache.ts';
import { refuseOtherMethods, registerOperations } from '../platform/http/operations.ts';
import { accountHandlers } from '../sign-in/accounts/index.ts';
import { passwordResetHandlers, registerResetPage } from '../sign-in/password-reset/index.ts';
import { commandHandlers } from '../state/commands/index.ts';
import { eventHandlers } from '../state/events/index.ts';
import { activityHandlers, historyHandlers } from '../state/history/index.ts';
import { valueHandlers } from '../state/values/index.ts';
import { writeHandlers } from '../state/write-path/index.ts';
import { channelUrlsOf } from './channel-urls.ts';
import type { Features, Platform } from './features.ts';

/** Size of the cache of serialized lists: enough for about a thousand homes. */
const LIST_CACHE_BYTES = 64 * 1024 * 1024;

/** Registers every route of the contract, each resource with its handlers. */
export async function registerRoutes(
  app: FastifyInstance,
  features: Features,
  platform: Platform,
  uploads: Uploads,
): Promise<void> {
  const { config, clock } = platform;
  const { auth, channels, tiles, accounts, schemas, picture } = features;
  const cache = createByteCache(LIST_CACHE_BYTES);
  const channelUrls = channelUrlsOf(features, config);

  registerOperations(app, resources.accounts, accountHandlers(accounts, picture), auth.authorize);
  registerOperations(app, resources.auth, auth.authHandlers, auth.authorize);
  registerOperations(app, resources.tokens, auth.tokenHandlers, auth.authorize);
  registerOperations(
    app,
    resources.passwordResets,
    passwordResetHandlers(features.passwordReset),
    auth.authorize,
  );
  registerPeople(app, features, config.urls.uploader);
  registerOperations(
    app,
    resources.channels,
    channelHandlers({ channels, cache, clock, urls: channelUrls }),
    auth.authorize,
  );
  const { get, put, list, history, historyList } = resources.values;
  registerOperations(app, { get, list }, valueHandlers(features.values), auth.authorize);
  registerOperations(app, { put }, writeHandlers(features.writePath, features.commands), auth.authorize);
  registerOperations(
    app,
    { history, historyList },
    historyHandlers(features.history, features.templates),
    auth.authorize,
  );
  registerOperations(
    app,
    resources.activity,
    activityHandlers({
      db: platform.db,
      history: features.history,
      templates: features.templates,
      schemas,
    }),
    auth.authorize,
  );
  registerOperations(app, resources.commands, commandHandlers(features.commands), auth.authorize);
  registerOperations(app, resources.events, eventHandlers(features.events, auth.authorize), auth.authorize);
  const shown = {
    channels,
    tiles,
    tileGroups: features.tileGroups,
    cache,
    clock,
    picture,
    uploaderUrl: config.urls.uploader,
  };
  const { remove: removeTile, ...tileOperations } = resources.tiles;
  registerOperations(app, tileOperations, tileHandlers(shown), auth.authorize);
  registerOperations(app, { remove: removeTile }, homeHandlers(features.homes), auth.authorize);
  registerOperations(app, resources.tileGroups, tileGroupHandlers(shown), auth.authorize);
  registerOperations(app, resources.devices, deviceHandlers(features.devices), auth.authorize);
  registerOperations(app, resources.grants, grantHandlers(features.grants), auth.authorize);
  registerOperations(app, resources.units, unitHandlers(), auth.authorize);
  registerOperations(app, resources.schemas, schemaHandlers(schemas), auth.authorize);
  registerOperations(
    app,
    resources.uploads,
    uploadHandlers({ uploads, uploaderUrl: config.urls.uploader, ...config.rateLimits }),
    auth.authorize,
  );
  registerOperations(app, resources.workers, workerHandlers(), auth.authorize);
  registerOperations(app, resources.shortcuts, shortcutHandlers(), auth.authorize);
  registerOperations(app, resources.cards, cardHandlers(), auth.authorize);
  registerPairing(app, features, platform, cache);
  refuseOtherMethods(app, operations);
  registerDevicePages(app, features.devicePages, features.templates);
  await registerPictures(app);
  registerUploadedFiles(app, uploads);
  const { id: clientId } = await features.homeApplication.get();
  registerResetPage(app, features.passwordReset, { clientId, signInUrl: `${config.urls.base}/home/sign-in` });
}

/** Registers the routes by which people add devices and services. */
function registerPairing(
  app: FastifyInstance,
  features: Features,
  { config, clock }: Platform,
  cache: ByteCache,
): void {
  const { auth, pairing, services, templates, picture } = features;
  const { authorize } = auth;
  const shown = { pairing, templates, picture, cache, clock, baseUrl: config.urls.base };
  registerOperations(app, resources.templates, templateHandlers(shown), authorize);
  const authorizations = { ...authorizationHandler(shown), ...serviceAuthorizationHandler(services) };
  registerOperations(app, resources.authorizations, authorizations, authorize);
  registerOperations(app, resources.pairing, pairingHandlers(shown), authorize);
  registerOperations(app, resources.recipes, recipeHandlers(shown), authorize);
  registerOperations(app, resources.services, serviceHandlers(services), authorize);
  registerOperations(app, resources.versions, versionHandlers(config.clientVersions), authorize);
  registerPairingPages(app, shown);
}

/** Registers the routes of people's own data. */
function registerPeople(app: FastifyInstance, features: Features, uploaderUrl: string): void {
  const { auth, users, preferences, picture } = features;
  const { authorize } = auth;
  registerOperations(app, resources.users, userHandlers(users, uploaderUrl), authorize);
  registerOperations(
    app,
    resources.legacyUsers,
    legacyUserHandlers({ users, preferences, picture, uploaderUrl }),
    authorize,
  );
  registerOperations(app, resources.preferences, preferenceHandlers(preferences), authorize);
  registerOperations(app, resources.places, placeHandlers(features.places), authorize);
  registerOperations(app, resources.tags, tagHandlers(), authorize);
  registerOperations(app, resources.surveys, surveyHandlers(features.surveys), authorize);
}
