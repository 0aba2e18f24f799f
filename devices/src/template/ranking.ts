/** Properties in the order in which users want to see them. Others are never main information. */
const INFORMATION: readonly string[] = [
  'color',
  'brightness',
  'color-temperature',
  'lock-state',
  'open',
  'occupancy',
  'presence',
  'water-leak',
  'smoke',
  'carbon-monoxide',
  'gas',
  'vibration',
  'alarm',
  'alarm-alarm-1',
  'pm25',
  'co2',
  'air-quality',
  'voc',
  'voc-index',
  'hcho',
  'formaldehyd',
  'co',
  'local-temperature',
  'occupied-heating-setpoint',
  'current-heating-setpoint',
  'running-state',
  'soil-moisture',
  'temperature',
  'humidity',
  'pressure',
  'illuminance',
  'position',
  'fan-mode',
  'fan-speed',
  'active-power',
  'energy',
  'flow',
  'action',
  'battery',
  'battery-low',
];

/** Properties in the order in which users want to set them. */
const ACTIONS: readonly string[] = [
  'status',
  'locked',
  'system-mode',
  'brightness',
  'color',
  'color-temperature',
  'command',
  'position',
  'tilt',
  'occupied-heating-setpoint',
  'current-heating-setpoint',
  'fan-mode',
  'fan-speed',
  'siren-on',
  'warning',
];

/** Returns 1 for the first choice, and 0 for a property that is no main information. */
export const informationPriority = (propertyId: string): number => INFORMATION.indexOf(propertyId) + 1;

/** Returns 1 for the first choice, and 0 for a property that is no main action. */
export const actionPriority = (propertyId: string): number => ACTIONS.indexOf(propertyId) + 1;
