import { HOUR_MS, type KindOfNotification } from './notification-kind.ts';

export const battery: KindOfNotification = {
  byDefault: { push: true, mail: false },
  byConditions: {
    conditions: ['battery-low'],
    cooldownMs: 7 * 24 * HOUR_MS,
    text: (i18n, _rule, { place }) => ({
      title: i18n.t('Battery low: {place}', { place }),
      body: i18n.t('Charge or replace it soon.'),
    }),
  },
};
