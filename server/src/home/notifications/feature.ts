import { resources } from '@azulejo/contract';
import { cleanup, type Feature, type Platform } from '../../core/feature.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Users } from '../../identity/users/index.ts';
import { type Mailer, openMailer } from '../../platform/mail/index.ts';
import { memoizeAsync } from '../../platform/memoize-async.ts';
import { openPushKeys, type PushKeys } from '../../platform/push/index.ts';
import type { Values } from '../../telemetry/values/index.ts';
import type { Preferences } from '../preferences/index.ts';
import { createAnnounce } from './announce.ts';
import { createBrowsers } from './browsers.ts';
import { createI18nFor } from './i18n-for.ts';
import { createEvaluate, createObserver, createWatch, createWatchedTemplates } from './incidents/index.ts';
import { createMailConfirmation } from './mail-confirmation.ts';
import { createNotificationMetrics } from './metrics.ts';
import { createNewDevices } from './new-devices.ts';
import { notificationHandlers } from './notifications-routes.ts';
import {
  createDeliver,
  createQueue,
  createSendPush,
  createSendToHub,
  type DeliveryChannel,
} from './outbox/index.ts';
import { createRecipients } from './recipients.ts';
import { createSendTest } from './send-test.ts';

const WATCH_MS = 1_000;
const SEND_MS = 1_000;
const NEW_DEVICES_MS = 10_000;

type Needs = Platform & { preferences: Preferences; templates: Templates; users: Users; values: Values };

/** Returns how to reach browsers, and phones through a hub. */
function createPush({ config, pushOutbound: outbound }: Needs, keys: () => Promise<PushKeys>) {
  const contactKeys = async () => ({ ...(await keys()), contact: config.push.contact });
  return {
    sendPush: createSendPush({ outbound, keys: contactKeys }),
    sendToHub: createSendToHub({ outbound, hub: config.push.hub }),
  };
}

/** Notifies people of alarms and of what needs them, in their browsers and by e-mail. */
export function notificationsFeature(needs: Needs) {
  const { config, db, clock, bus, preferences, pushOutbound: outbound } = needs;
  const metrics = createNotificationMetrics(needs.metrics.registers);
  const openKeys = memoizeAsync(openPushKeys);
  const keys = () => openKeys(config.keysDir);
  const url = config.urls.base;
  const sendsMail = config.mail.smtp !== undefined;
  let opened: Mailer | undefined;
  const mailer = () => opened;
  const countDropped = (dropped: readonly DeliveryChannel[]) => {
    for (const way of dropped) metrics.notifications.inc({ way, result: 'dropped' });
  };

  const i18nFor = createI18nFor(preferences);
  const queue = createQueue({ clock });
  const announce = createAnnounce({ queue, sendsMail, hasHub: config.push.hub !== undefined, i18nFor });
  const watchedTemplates = createWatchedTemplates(needs.templates);
  const observer = createObserver(bus, watchedTemplates);
  const evaluate = createEvaluate({
    ...needs,
    watchedTemplates,
    announce: announce.conditions,
    retract: announce.retract,
    countDropped,
  });
  const watch = createWatch({ ...needs, observer, evaluate });
  const newDevices = createNewDevices({ db, clock, announce, i18nFor, countDropped });
  const push = createPush(needs, keys);
  const mails = { mailer, url, i18nFor };
  const deliver = createDeliver({ ...needs, ...push, ...mails, metrics, hasLookedAt: watch.hasLookedAt });
  const recipients = createRecipients({ db, clock, keys, sendsMail });
  const handlers = notificationHandlers({
    recipients,
    browsers: createBrowsers({ db, clock, outbound }),
    mailConfirmation: createMailConfirmation({ ...needs, ...mails }),
    watch,
    sendTest: createSendTest({ db, clock, queue, recipients, i18nFor }),
  });

  return {
    api: { announce },
    routes: ({ serve }) => serve(resources.notifications, handlers),
    async start() {
      await keys();
      // Without a mail server nothing is sent: a mail in the outbox of the command line would not be read.
      if (sendsMail) opened = await openMailer(config);
    },
    jobs: [
      { name: 'evaluate notification conditions', runs: 'by part', everyMs: WATCH_MS, run: watch.run },
      { name: 'find new devices', runs: 'once', everyMs: NEW_DEVICES_MS, run: newDevices.run },
      { name: 'send notifications', runs: 'by part', everyMs: SEND_MS, run: deliver.run },
      cleanup('ended conditions', watch.prune),
    ],
    async stop() {
      await opened?.[Symbol.asyncDispose]();
      await deliver.stop();
    },
  } satisfies Feature;
}
