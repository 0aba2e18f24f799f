import { valueKey } from '@azulejo/model';
import type { Report, VirtualDevice } from './device.ts';

/**
 * Wraps the device so that some values are fixed: it reports them whatever it does and whatever is written.
 */
export function withFixedValues(device: VirtualDevice, held: readonly Report[]): VirtualDevice {
  if (held.length === 0) return device;
  const values = new Map(held.map((report) => [valueKey(report.componentId, report.propertyId), report]));
  const isFree = ({ componentId, propertyId }: Report) => !values.has(valueKey(componentId, propertyId));
  return {
    advance: (at) => device.advance(at).filter(isFree),
    write(report, at) {
      const still = values.get(valueKey(report.componentId, report.propertyId));
      return still ? [still] : device.write(report, at).filter(isFree);
    },
    read(componentId, propertyId) {
      const still = values.get(valueKey(componentId, propertyId));
      return still ? still.data : device.read(componentId, propertyId);
    },
  };
}
