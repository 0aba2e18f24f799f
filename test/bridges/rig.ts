/** What benches use of these tests: an unmodified Zigbee2MQTT with a simulated radio, and the MQTT server of a home. */
export { type Observer, observe } from './mqtt-observer.ts';
export { LAMP } from './simulated-devices.ts';
export {
  lacksZigbee2Mqtt,
  newNetwork,
  startMosquitto,
  startZigbee2Mqtt,
  type Zigbee2Mqtt,
} from './zigbee2mqtt.ts';
