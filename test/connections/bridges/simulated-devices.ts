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

/** A light with colours and colour temperature. */
export const COLOR_LAMP = device(0xa4, 'TRADFRI bulb E27 CWS opal 600lm', 'IKEA of Sweden', false, {
  in: [0, 3, 4, 5, 6, 8, 768],
  out: [25],
});
export const BLIND = device(0xa5, 'FYRTUR block-out roller blind', 'IKEA of Sweden', false, {
  in: [0, 1, 3, 258],
  out: [25],
});
export const LOCK = device(0xa6, 'YRD226/246 TSDB', 'Yale', false, { in: [0, 1, 3, 257], out: [25] });
export const THERMOSTAT = device(0xa7, 'Zen-01', 'Zen Within', false, {
  in: [0, 1, 513, 514],
  out: [25],
});
/** A device of a maker that Zigbee2MQTT has no definition for. */
export const UNKNOWN = device(0xa8, 'contact-unknown-x1', 'Acme', false, { in: [0, 3, 6, 1026], out: [] });
/** It sleeps, and asks now and then for what was queued for it (cluster 32, poll control). */
export const SLEEPY_THERMOSTAT = device(0xa9, 'Zen-01', 'Zen Within', true, {
  in: [0, 1, 32, 513, 514],
  out: [25],
});
