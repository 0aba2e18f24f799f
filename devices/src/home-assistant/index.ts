export { unmappedOf } from '../template/template.ts';
export { type Unmapped, unmapped } from '../template/unmapped.ts';
export { type Availability, createAvailability } from './availability.ts';
export { type AnnouncedDevice, announcedDevice } from './device.ts';
export { type Announcement, aliasesOf, isDiscoveryTopic, readAnnouncement } from './entity.ts';
export {
  type Decoded,
  type Exchange,
  type Expiry,
  exchangeOf,
  fitsFilter,
  type Reset,
  type Sending,
} from './exchange.ts';
export { evaluateMessage, TemplateTooSlow } from './jinja/jinja.ts';
export type { Message } from './point.ts';
export { readShelly, type ShellyAnswers } from './shelly.ts';
export { FIRST_SHELLIES, type FirstShellyAnswers, readFirstShelly } from './shelly-first.ts';
export { SHELLY_SOURCE, shellyRequest } from './shelly-rpc.ts';
export { isTasmotaTopic, readTasmota } from './tasmota.ts';
export { NotMapped } from './text.ts';
