import { conditionName } from './condition-name.ts';
import type { KindOfNotification } from './notification-kind.ts';

export const open: KindOfNotification = {
  byDefault: { push: true, mail: false },
  byConditions: {
    conditions: ['open', 'unlocked'],
    minutes: ({ open_minutes }) => open_minutes,
    cooldownMs: 0,
    text: (i18n, { text }, { place }, { open_minutes }) => ({
      title: `${place}: ${conditionName(i18n, text).toLocaleLowerCase(i18n.locale)}`,
      body: i18n.t('For more than {minutes, plural, one {a minute} other {# minutes}}.', {
        minutes: open_minutes,
      }),
    }),
  },
};
