import { NOTIFICATION_KINDS, type resources } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import { PRIVATE } from '../../platform/http/replies.ts';
import type { Browsers } from './browsers.ts';
import type { Watch } from './incidents/index.ts';
import type { MailConfirmation } from './mail-confirmation.ts';
import { type Recipients, toBrowser } from './recipients.ts';
import type { createSendTest } from './send-test.ts';

type Dependencies = {
  readonly recipients: Recipients;
  readonly browsers: Browsers;
  readonly mailConfirmation: MailConfirmation;
  readonly watch: Watch;
  readonly sendTest: ReturnType<typeof createSendTest>;
};

export function notificationHandlers(dependencies: Dependencies): Handlers<typeof resources.notifications> {
  const { recipients, browsers, mailConfirmation, watch, sendTest } = dependencies;
  const reply = async (userId: string) => ({ body: await recipients.get(userId), cacheControl: PRIVATE });
  /** Conditions that exist already do not notify a person who has just turned notifications on. */
  const takeAsKnown = (userId: string) => watch.evaluateAll(userId, new Set(NOTIFICATION_KINDS));

  return {
    get: ({ context }) => reply(context.principal.id),

    async update({ input, context }) {
      const { id } = context.principal;
      const { kinds, open_minutes, unreachable_minutes, quiet_hours } = input;
      const widened = await recipients.change(id, {
        ...(kinds === undefined ? {} : { kinds }),
        ...(open_minutes === undefined ? {} : { open_minutes }),
        ...(unreachable_minutes === undefined ? {} : { unreachable_minutes }),
        ...(quiet_hours === undefined ? {} : { quiet_hours }),
      });
      const changesConditions = NOTIFICATION_KINDS.some((kind) => kinds?.[kind] !== undefined);
      if (changesConditions || open_minutes !== undefined || unreachable_minutes !== undefined)
        await watch.evaluateAll(id, widened);
      return reply(id);
    },

    async addBrowser({ input, context }) {
      const { id } = context.principal;
      const { endpoint, keys, name } = input;
      const browser = { endpoint, publicKey: keys.p256dh, authSecret: keys.auth, name };
      const { row, begins } = await browsers.add(id, browser);
      if (begins) await takeAsKnown(id);
      return { body: toBrowser(row) };
    },

    async removeBrowser({ input, context }) {
      await browsers.remove(context.principal.id, input.browser_id);
      return { body: {} };
    },

    async sendCode({ context }) {
      await mailConfirmation.send(context.principal.id);
      return { body: {} };
    },

    async confirmMail({ input, context }) {
      const { id } = context.principal;
      if (await mailConfirmation.confirm(id, input.code)) await takeAsKnown(id);
      return reply(id);
    },

    async test({ input, context }) {
      const { browser_id: browserId, mail = false } = input;
      return { body: { queued: await sendTest(context.principal.id, { browserId, mail }) } };
    },
  };
}
