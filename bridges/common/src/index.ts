export { createBridgeServices } from './bridge-services.ts';
export type { Channel, Channels, Thing } from './channels.ts';
export { type Checked, checkMqtt } from './check-mqtt.ts';
export type { Grants } from './grants.ts';
export { handleLiveEvents } from './live-events.ts';
export type { Log } from './log.ts';
export { logFailures } from './log-failures.ts';
export { connectMqtt, type MqttAddress, type MqttClient, parsed } from './mqtt.ts';
export {
  baseTopicOf,
  type CommonOptions,
  type Environment,
  helpText,
  readCommonOptions,
} from './options.ts';
export { type Mapped, mapDefinition } from './own-template.ts';
export { createPendingWrites, expectedOf, type Write } from './pending-writes.ts';
export { createMessageRelease } from './release-memory.ts';
export type { AccessState, Reports } from './reports.ts';
export { runBridge } from './run.ts';
export type { Status } from './status.ts';
export { deadline, type SetTimer, setBackgroundTimer, setSystemTimer, sleep, tickEvery } from './timers.ts';
export { createUnmappedLog, type UnmappedLog } from './unmapped-log.ts';
