import type { Kind } from './home.ts';

/** Kinds of properties, by class and component. */
export const LIGHT = { class: 'control.status', component: 'light-bulb' } satisfies Kind;
export const BRIGHTNESS = { class: 'lighting.brightness', component: 'light-bulb' } satisfies Kind;
export const MOTIONS = [
  { class: 'security.occupancy' },
  { class: 'security.motion' },
  { class: 'security.presence' },
] satisfies Kind[];
export const OPENING = { class: 'security.open' } satisfies Kind;
export const LEAK = { class: 'safety.water-leak' } satisfies Kind;
export const TEMPERATURE = { class: 'climate.temperature' } satisfies Kind;
export const BATTERY = { class: 'battery.battery' } satisfies Kind;
export const BATTERY_LOW = { class: 'battery.battery-low' } satisfies Kind;
export const COMMAND = { class: 'movement.command', component: 'cover' } satisfies Kind;
export const POSITION = { class: 'movement.position', component: 'cover' } satisfies Kind;
export const SETPOINTS = [
  { class: 'climate.occupied-heating-setpoint' },
  { class: 'climate.current-heating-setpoint' },
] satisfies Kind[];

/**
 * Names of rooms and devices in the languages of the platform: only its name identifies a freezer's sensor.
 */
export const FREEZER = /freezer|gefrier|tiefkühl|congelador|congélateur|\barca\b/i;
export const BEDROOM = /bedroom|schlaf|dormitorio|chambre|quarto/i;
export const ENTRANCE = /\bhall|entrance|entry|flur|diele|eingang|entrada|entrée|recibidor|corredor/i;
export const LIVING_ROOM = /living|lounge|wohn|sal[aó]|séjour/i;
