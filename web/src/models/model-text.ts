import type { ModelFeature, SupportedModel } from '@azulejo/contract';

/** Kinds whose names are not what people call them. */
const NAMES: Readonly<Record<string, string>> = {
  'air-quality': 'Air monitor',
  button: 'Button or remote',
  contact: 'Contact sensor',
  cover: 'Cover or blind',
  device: 'Device',
  gas: 'Gas alarm',
  illuminance: 'Light sensor',
  leak: 'Leak sensor',
  'carbon-monoxide': 'Carbon monoxide alarm',
  motion: 'Motion sensor',
  'multi-socket': 'Power strip',
  plug: 'Plug or socket',
  presence: 'Presence sensor',
  smoke: 'Smoke alarm',
  vibration: 'Vibration sensor',
};

/** Returns `Color light` for `color-light`. */
export function kindText(kind: string): string {
  const words = NAMES[kind] ?? kind.replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Returns the maker, model and kind in one line. */
export const modelLine = ({ vendor, model, kind }: SupportedModel): string =>
  `${vendor} ${model} · ${kindText(kind)}`;

/** Returns what can be done with a feature, such as `% · shown, can be set`. */
export function featureText({ reported, writable, unit }: ModelFeature): string {
  const words = [reported ? 'shown' : '', writable ? 'can be set' : ''].filter((word) => word !== '');
  return [unit, words.join(', ')].filter((part) => part !== '').join(' · ');
}
