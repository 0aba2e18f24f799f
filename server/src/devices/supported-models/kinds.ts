import type { I18n } from '../../platform/languages/index.ts';

export type KindLabels = Readonly<Record<string, string>>;

/** Returns the kinds of devices in the words of people. */
export const kindLabels = (i18n: I18n): KindLabels => ({
  'air-quality': i18n.t('Air monitor'),
  button: i18n.t('Button or remote'),
  'carbon-monoxide': i18n.t('Carbon monoxide alarm'),
  'climate-sensor': i18n.t('Climate sensor'),
  'color-light': i18n.t('Colour light'),
  contact: i18n.t('Contact sensor'),
  cover: i18n.t('Cover or blind'),
  dimmer: i18n.t('Dimmer'),
  fan: i18n.t('Fan'),
  gas: i18n.t('Gas alarm'),
  leak: i18n.t('Leak sensor'),
  illuminance: i18n.t('Light sensor'),
  lock: i18n.t('Lock'),
  meter: i18n.t('Meter'),
  motion: i18n.t('Motion sensor'),
  device: i18n.t('Other device'),
  plug: i18n.t('Plug or socket'),
  'multi-socket': i18n.t('Power strip'),
  presence: i18n.t('Presence sensor'),
  repeater: i18n.t('Repeater'),
  siren: i18n.t('Siren'),
  smoke: i18n.t('Smoke alarm'),
  switch: i18n.t('Switch'),
  thermostat: i18n.t('Thermostat'),
  valve: i18n.t('Valve'),
  vibration: i18n.t('Vibration sensor'),
  'white-light': i18n.t('White light'),
});
