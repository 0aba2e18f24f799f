import { operations, resources } from '@azulejo/contract';
import type { FastifyInstance } from 'fastify';
import { channelUrlsOf } from './channel-urls.ts';
import { accountHandlers } from './features/accounts/index.ts';
import { versionHandlers } from './features/applications/index.ts';
import { channelHandlers } from './features/channels/index.ts';
import { commandHandlers } from './features/commands/index.ts';
import { registerDevicePages } from './features/device-pages/index.ts';
import { deviceHandlers, grantHandlers } from './features/devices/index.ts';
import { eventHandlers } from './features/events/index.ts';
import { activityHandlers, historyHandlers } from './features/history/index.ts';
import { homeHandlers } from './features/homes/index.ts';
import { cardHandlers, shortcutHandlers, workerHandlers } from './features/legacy-lists/index.ts';
import {
  authorizationHandler,
  pairingHandlers,
  recipeHandlers,
  registerPairingPages,
  templateHandlers,
} from './features/pairing/index.ts';
import { passwordResetHandlers, registerResetPage } from './features/password-reset/index.ts';
import { placeHandlers } from './features/places/index.ts';
import { legacyUserHandlers, preferenceHandlers } from './features/preferences/index.ts';
import { serviceAuthorizationHandler, serviceHandlers } from './features/services/index.ts';
import { surveyHandlers, tagHandlers } from './features/surveys/index.ts';
import { registerPictures, schemaHandlers } from './features/templates/index.ts';
import { tileGroupHandlers, tileHandlers } from './features/tiles/index.ts';
import { unitHandlers } from './features/units/index.ts';
import { registerUploadedFiles, type Uploads, uploadHandlers } from './features/uploads/index.ts';
import { userHandlers } from './features/users/index.ts';
import { valueHandlers } from './features/values/index.ts';
import type { Features, Platform } from './features.ts';
import { type ByteCache, createByteCache } from './platform/byte-cache.ts';
import { refuseOtherMethods, registerOperations } from './platform/http/operations.ts';

/** Serialized lists of about a thousand homes. */
const LIST_CACHE_BYTES = 64 * 1024 * 1024;

/** Every route of the contract, each resource with its handlers. */
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
  registerOperations(
    app,
    { get, put, list },
    valueHandlers(features.values, features.commands),
    auth.authorize,
  );
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

/** How people add devices and services. */
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

/** What people say of themselves. */
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
