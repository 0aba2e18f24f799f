import { placedText } from '@azulejo/model';
import { conditionName } from './condition-name.ts';
import { type KindOfNotification, MINUTE_MS } from './notification-kind.ts';

export const alarm: KindOfNotification = {
  byDefault: { push: true, mail: true },
  byConditions: {
    conditions: ['smoke', 'carbon-monoxide', 'gas', 'leak', 'siren'],
    cooldownMs: 2 * MINUTE_MS,
    text: (i18n, { text }, { device, area }) => ({
      // The room is part of the sentence in English only: other languages need the gender of its name.
      title:
        i18n.language === 'en'
          ? placedText(text, { device, area })
          : i18n.t('{condition}: {place}', { condition: conditionName(i18n, text), place: area ?? device }),
      body: device,
    }),
  },
};
