import type { SimulatedDevice } from './zigbee2mqtt.ts';

const device = (
  number: number,
  modelId: string,
  manufName: string,
  isSleepy: boolean,
  clusters: { in: readonly number[]; out: readonly number[] },
): SimulatedDevice => ({
  ieeeAddr: `0x00158d00000000${number.toString(16).padStart(2, '0')}`,
  nwkAddr: 200 + number,
  type: isSleepy ? 'EndDevice' : 'Router',
  modelId,
  manufName,
  powerSource: isSleepy ? 'Battery' : 'Mains (single phase)',
  endpoints: [{ id: 1, deviceId: 256, ...clusters }],
});

/** A dimmable light with colour temperature. */
export const LAMP = device(0xa1, 'TRADFRI bulb E27 WS opal 980lm', 'IKEA of Sweden', false, {
  in: [0, 3, 4, 5, 6, 8, 768],
  out: [25],
});
export const BUTTON = device(0xa2, 'TRADFRI on/off switch', 'IKEA of Sweden', true, {
  in: [0, 1, 3],
  out: [3, 4, 6, 8],
});
export const THERMOMETER = device(0xa3, 'lumi.weather', 'LUMI', true, {
  in: [0, 3, 1026, 1027, 1029],
  out: [],
});
