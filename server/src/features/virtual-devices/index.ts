export { createVirtualDevice, type KnownValue, type Report, type VirtualDevice } from './device.ts';
export { createFaults, type FaultName, type Faults, faultNames } from './faults.ts';
export { STEP_MS } from './played.ts';
export { createPlayer, type Player } from './player.ts';
export { hashText, mix } from './random.ts';
export { createVirtualDevices, type VirtualDevices } from './virtual-devices.ts';
