import { entryOf } from '../entry-of.ts';
import type { Scalar } from '../feature.ts';

const LABELS: Readonly<Record<string, string>> = {
  status: 'On/off',
  color: 'Colour',
  'color-temperature': 'Colour temperature',
  'color-temperature-startup': 'Colour temperature at power-on',
  command: 'Movement',
  open: 'Opening',
  occupancy: 'Motion',
  pm25: 'PM2.5',
  pm10: 'PM10',
  co: 'Carbon monoxide level',
  co2: 'CO₂',
  voc: 'VOC',
  'voc-index': 'VOC index',
  hcho: 'Formaldehyde',
  formaldehyd: 'Formaldehyde',
  aqi: 'Air quality index',
  'active-power': 'Power',
  'power-apparent': 'Apparent power',
  'ac-frequency': 'Mains frequency',
  'local-temperature': 'Temperature',
  'local-temperature-calibration': 'Temperature correction',
  'occupied-heating-setpoint': 'Target temperature',
  'unoccupied-heating-setpoint': 'Target temperature when away',
  'current-heating-setpoint': 'Current target temperature',
  'pi-heating-demand': 'Heating demand',
  'water-leak': 'Water leak',
  'battery-low': 'Battery low',
  'device-temperature': 'Inner temperature',
  action: 'Last action',
  identify: 'Identify',
};

/** Letters that are not an English one with a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
};

/** Converts to kebab case: `fan_mode` becomes `fan-mode`, and `Sinopé` becomes `sinope`. */
export function kebab(text: string): string {
  return text
    .toLowerCase()
    .replace(/[ßøæœłđðþı]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** Abbreviations whose letters are those of the upper case, also with a number behind them, as in `LED2`. */
const CAPITALS = [
  ...['ac', 'ai', 'ble', 'cct', 'co', 'cpu', 'dc', 'dhw', 'gps', 'hcho', 'hvac', 'ip', 'ir', 'lcd', 'led'],
  ...['lqi', 'mqtt', 'nfc', 'ntc', 'orp', 'ota', 'pid', 'pin', 'pir', 'pm1', 'pm4', 'pm10', 'pwm', 'rf'],
  ...['rfid', 'rgb', 'rgbw', 'rs485', 'rssi', 'sos', 'ssid', 'tds', 'trv', 'tv', 'tvoc', 'uart', 'usb', 'uv'],
  ...['vdc', 'voc', 'vpd'],
];

/** Words that are written in a way of their own. */
const WRITTEN: Readonly<Record<string, string>> = {
  co2: 'CO₂',
  no2: 'NO₂',
  so2: 'SO₂',
  ph: 'pH',
  pm25: 'PM2.5',
  wifi: 'Wi-Fi',
};

const ABBREVIATION = new RegExp(
  `(?<![\\p{L}\\d])(?:${[...Object.keys(WRITTEN), ...CAPITALS].join('|')})(?!\\p{L})`,
  'giu',
);

/** Converts to sentence case: `not_fully_locked` becomes `Not fully locked`, and `led_effect` becomes `LED effect`. */
export function humanize(text: string): string {
  const words = text.replace(/[_-]+/g, ' ').trim();
  const calm = /^[A-Z ]+$/.test(words) ? words.toLowerCase() : words;
  const sentence = calm.charAt(0).toUpperCase() + calm.slice(1);
  return sentence.replace(
    ABBREVIATION,
    (found) => entryOf(WRITTEN, found.toLowerCase()) ?? found.toUpperCase(),
  );
}

const CONTACTS: Readonly<Record<string, string>> = { nc: 'Normally closed', no: 'Normally open' };

/**
 * Returns the label of a choice. Together with `nc`, the value `no` is a contact and not the opposite of yes.
 */
export function choiceLabel(value: Scalar, choices: readonly Scalar[]): string {
  const text = String(value);
  const contact = entryOf(CONTACTS, text.toLowerCase());
  const isContact = contact !== undefined && choices.some((each) => String(each).toLowerCase() === 'nc');
  // The minus of a number, and of a range such as `0-10 Bar`, is no hyphen.
  if (/^-?\d[\d.,-]*( |$)/.test(text)) return text;
  return isContact ? contact : humanize(text) || 'None';
}

/** Returns the label of a choice that a device names itself: only the names of programs (`fan_only`) are rewritten. */
export const optionLabel = (text: string): string =>
  /^[a-z]+(_[a-z0-9]+)*$/.test(text) ? humanize(text) : text;

export function labelOf(propertyId: string): string {
  return entryOf(LABELS, propertyId) ?? humanize(propertyId);
}

/** Returns a label for use inside a sentence: `temperature`, but still `PM2.5`. */
export function inSentence(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

const OPEN = ['Open', 'Closed'] as const;
const DETECTED = ['Detected', 'Clear'] as const;
const LOCKED = ['Locked', 'Unlocked'] as const;
const MOVING = ['Moving', 'Still'] as const;

const BOOLEAN_WORDS: Readonly<Record<string, readonly [on: string, off: string]>> = {
  open: OPEN,
  window: OPEN,
  'window-open': OPEN,
  'valve-state': OPEN,
  occupancy: DETECTED,
  smoke: DETECTED,
  gas: DETECTED,
  'carbon-monoxide': DETECTED,
  presence: ['Present', 'Absent'],
  'water-leak': ['Leak', 'Dry'],
  vibration: MOVING,
  running: MOVING,
  moving: MOVING,
  tamper: ['Tampered', 'OK'],
  'battery-low': ['Low', 'OK'],
  locked: LOCKED,
  'child-lock': LOCKED,
  'button-lock': LOCKED,
  'keypad-lockout': LOCKED,
  alarm: ['Alarm', 'Quiet'],
  // The tile of a bridge says this next to its name: `Off` would mean the bridge.
  'permit-join': ['Pairing', 'Not pairing'],
  'alarm-alarm-1': ['Alarm', 'Quiet'],
  'alarm-alarm-2': ['Alarm', 'Quiet'],
};

const PLAIN = /^(on|off|true|false|enabled?|disabled?)$/i;

/** Returns the labels for true and false. `on` and `off` are the device's own values. */
export function booleanWords(
  propertyId: string,
  on: string,
  off: string,
  writable: boolean,
): readonly [on: string, off: string] {
  const known = entryOf(BOOLEAN_WORDS, propertyId);
  if (known) return known;
  if (!PLAIN.test(on) || !PLAIN.test(off)) return [humanize(on), humanize(off)];
  return writable ? ['On', 'Off'] : ['Yes', 'No'];
}

/** Pairs of opposites, the positive one first, in lower case. */
const PAIRS: readonly (readonly [on: string, off: string])[] = [
  ['on', 'off'],
  ['open', 'close'],
  ['open', 'closed'],
  ['opened', 'closed'],
  ['lock', 'unlock'],
  ['locked', 'unlocked'],
  ['enable', 'disable'],
  ['enabled', 'disabled'],
  ['true', 'false'],
  ['yes', 'no'],
];

/** Returns two opposite values with the positive one first; undefined if they are not a known pair. */
export function pairOf(values: readonly Scalar[]): readonly [on: Scalar, off: Scalar] | undefined {
  const [first, second, ...more] = values;
  if (first === undefined || second === undefined || more.length > 0) return undefined;
  const words = [String(first).toLowerCase(), String(second).toLowerCase()];
  for (const [on, off] of PAIRS) {
    if (words[0] === on && words[1] === off) return [first, second];
    if (words[0] === off && words[1] === on) return [second, first];
  }
  return undefined;
}
