export { createVirtualDevice, type KnownValue, type Report, type VirtualDevice } from './device.ts';
export { createDirectory, type ListedVirtualDevice } from './directory.ts';
export { createFaults, type FaultName, type Faults, faultNames, REFUSING } from './faults.ts';
export { schemaOf } from './fit.ts';
export { hashText, mix } from './random.ts';
export { STEP_MS } from './simulated-device.ts';
export { createSimulator, type Simulator } from './simulator.ts';
export { createVirtualDeviceControl, type VirtualDeviceControl } from './virtual-device-control.ts';
export { createVirtualDevices, type VirtualDevices } from './virtual-devices.ts';
