import type { I18n } from '../../platform/languages/index.ts';

/** The rooms in which a virtual device can be. */
export const rooms = [
  'living-room',
  'kitchen',
  'bedroom',
  'childrens-room',
  'bathroom',
  'hall',
  'study',
  'garden',
] as const;
export type Room = (typeof rooms)[number];

export const roomNames = (i18n: I18n): Readonly<Record<Room, string>> => ({
  'living-room': i18n.t('Living room'),
  kitchen: i18n.t('Kitchen'),
  bedroom: i18n.t('Bedroom'),
  'childrens-room': i18n.t('Children’s room'),
  bathroom: i18n.t('Bathroom'),
  hall: i18n.t('Hall'),
  study: i18n.t('Study'),
  garden: i18n.t('Garden'),
});
