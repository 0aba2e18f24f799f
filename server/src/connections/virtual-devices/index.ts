export { createVirtualDevice, type KnownValue, type Report, type VirtualDevice } from './device.ts';
export { createDirectory, type ListedVirtualDevice } from './directory.ts';
export { createFaults, type FaultName, type Faults, faultNames, REFUSING } from './faults.ts';
export { schemaOf } from './fit.ts';
export { STEP_MS } from './played.ts';
export { createPlayer, type Player } from './player.ts';
export { hashText, mix } from './random.ts';
export { createSteering, type Steering } from './steering.ts';
export { createVirtualDevices, type VirtualDevices } from './virtual-devices.ts';
