import type { ModelFeature, SupportedModel } from '@azulejo/contract';
import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';

/** The kinds of the catalogue as people call them. */
const NAMES: Readonly<Record<string, MessageDescriptor>> = {
  'air-quality': msg`Air monitor`,
  button: msg`Button or remote`,
  contact: msg`Contact sensor`,
  cover: msg`Cover or blind`,
  device: msg`Other device`,
  gas: msg`Gas alarm`,
  illuminance: msg`Light sensor`,
  leak: msg`Leak sensor`,
  'carbon-monoxide': msg`Carbon monoxide alarm`,
  motion: msg`Motion sensor`,
  'multi-socket': msg`Power strip`,
  plug: msg`Plug or socket`,
  presence: msg`Presence sensor`,
  smoke: msg`Smoke alarm`,
  vibration: msg`Vibration sensor`,
  'climate-sensor': msg`Climate sensor`,
  'color-light': msg`Colour light`,
  dimmer: msg`Dimmer`,
  fan: msg`Fan`,
  'light-bulb': msg`Light bulb`,
  lock: msg`Lock`,
  meter: msg`Meter`,
  repeater: msg`Repeater`,
  siren: msg`Siren`,
  switch: msg`Switch`,
  thermostat: msg`Thermostat`,
  valve: msg`Valve`,
  'white-light': msg`White light`,
};

/** Returns `Colour light` for `color-light`. */
export function kindText(kind: string): string {
  const known = NAMES[kind];
  const words = known ? i18n._(known) : kind.replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Returns the maker, model and kind in one line. */
export const modelLine = ({ vendor, model, kind }: SupportedModel): string =>
  `${vendor} ${model} · ${kindText(kind)}`;

/** Returns what can be done with a feature, such as `% · shown, can be set`. */
export function featureText({ reported, writable, switchable, unit }: ModelFeature): string {
  const change = switchable ? t`can be switched` : t`can be set`;
  const words = [reported ? t`shown` : '', writable ? change : ''].filter((word) => word !== '');
  return [unit, words.join(', ')].filter((part) => part !== '').join(' · ');
}
