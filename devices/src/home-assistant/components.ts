import { climate } from './climate.ts';
import { fan, humidifier, lock, number, press, scene, select, siren, text, toggle } from './controls.ts';
import { light } from './light.ts';
import { alarmPanel, cover, lawnMower, vacuum, valve } from './movers.ts';
import type { Config, MakePoint } from './point.ts';
import { binarySensor, deviceAutomation, deviceTracker, event, sensor, update } from './sensors.ts';

type Component = (config: Config, name: string, isSetting: boolean) => MakePoint[];

/** How the points of each kind of entity are made (home-assistant.io, the pages named `*.mqtt`). */
export const COMPONENTS: Readonly<Record<string, Component>> = {
  alarm_control_panel: alarmPanel,
  binary_sensor: binarySensor,
  button: press,
  climate,
  cover,
  date: text,
  datetime: text,
  device_automation: deviceAutomation,
  device_tracker: deviceTracker,
  event,
  fan,
  humidifier,
  lawn_mower: lawnMower,
  light,
  lock,
  notify: text,
  number,
  scene,
  select,
  sensor,
  siren,
  switch: toggle,
  text,
  time: text,
  update,
  vacuum,
  valve,
  water_heater: climate,
};

/** Words that identify the kind of a device when its model does not. */
export const NOUNS: Readonly<Record<string, string>> = {
  humidifier: 'humidifier',
  lawn_mower: 'lawn mower',
  siren: 'siren',
  vacuum: 'vacuum cleaner',
  valve: 'valve',
};
