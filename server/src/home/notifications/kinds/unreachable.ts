import { HOUR_MS, type KindOfNotification } from './notification-kind.ts';

export const unreachable: KindOfNotification = {
  byDefault: { push: false, mail: false },
  byConditions: {
    conditions: ['unreachable'],
    minutes: ({ unreachable_minutes }) => unreachable_minutes,
    cooldownMs: HOUR_MS,
    text: (i18n, _rule, { place }, { unreachable_minutes }) => ({
      title: i18n.t('{place} does not answer', { place }),
      body: i18n.t('No answer for more than {minutes, plural, one {a minute} other {# minutes}}.', {
        minutes: unreachable_minutes,
      }),
    }),
  },
};
