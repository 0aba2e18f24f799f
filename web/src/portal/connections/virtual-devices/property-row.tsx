import type { VirtualDeviceProperty, VirtualDeviceValue } from '@azulejo/contract';
import { displayValue } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../../design/error-text.ts';
import { IconPin, IconPinFilled } from '../../../design/page-icons.generated.ts';
import { When } from '../../../design/when.tsx';
import { usePortal } from '../../session/portal.ts';
import { PropertyInput } from './property-input.tsx';
import classes from './property-row.module.css';
import { VIRTUAL_DEVICES } from './queries.ts';

type Props = {
  channelId: string;
  property: VirtualDeviceProperty;
  value: VirtualDeviceValue | undefined;
  mayChange: boolean;
  onReported: (values: readonly VirtualDeviceValue[]) => void;
};

type Order = { data: unknown; hold: boolean } | 'release';

/**
 * Shows one property: its current value, a control that makes the device report another one, and whether it
 * is fixed.
 */
export function PropertyRow({ property, value, mayChange, ...props }: Props) {
  const order = useOrder({ property, value, ...props });
  const { label, schema, is_held: isHeld, is_event: isEvent } = property;
  const mayHold = mayChange && !isEvent && (isHeld || value !== undefined);
  return (
    <div className={classes.row}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Name property={property} value={value} />
        {mayHold && (
          <HoldButton
            label={label}
            isHeld={isHeld}
            onClick={() => order.mutate(isHeld ? 'release' : { data: value?.data, hold: true })}
          />
        )}
      </Group>
      <PropertyInput
        label={label}
        schema={schema}
        value={isEvent ? undefined : value?.data}
        isDisabled={!mayChange}
        onReport={(data) => order.mutate({ data, hold: isHeld })}
      />
      <div role="alert">
        {order.isError && (
          <Text size="sm" className={classes.error ?? ''}>
            {errorText(order.error)}
          </Text>
        )}
      </div>
    </div>
  );
}

/** Makes the device report or hold a value. */
function useOrder({ channelId, property, value, onReported }: Omit<Props, 'mayChange'>) {
  const portal = usePortal();
  const queries = useQueryClient();
  const { component, property: id } = property;
  return useMutation({
    mutationFn: async (given: Order): Promise<void> => {
      const place = { channel_id: channelId, component, property: id };
      if (given === 'release') {
        await portal.virtualDevices.release(place);
        return;
      }
      await portal.virtualDevices.report({ ...place, ...given });
      // The stream delivers the time that the platform assigned.
      const timestamp = value?.timestamp ?? new Date().toISOString();
      onReported([{ component, property: id, data: given.data, timestamp }]);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: VIRTUAL_DEVICES }),
  });
}

function Name({ property, value }: Pick<Props, 'property' | 'value'>) {
  const { label, unit, property: id } = property;
  return (
    <div>
      <Text fw={600} size="sm">
        {label}
        {unit !== '' && <span className={classes.unit}> {symbolOf(unit)}</span>}
      </Text>
      <Text size="xs" c="dimmed">
        {id} · {value ? <When at={value.timestamp} /> : t`not reported yet`}
      </Text>
    </div>
  );
}

function HoldButton({ label, isHeld, onClick }: { label: string; isHeld: boolean; onClick: () => void }) {
  const Pin = isHeld ? IconPinFilled : IconPin;
  return (
    <Button
      size="xs"
      variant={isHeld ? 'light' : 'subtle'}
      leftSection={<Pin size={14} />}
      aria-pressed={isHeld}
      aria-label={t`Hold ${label}`}
      onClick={onClick}
    >
      <Trans>Hold</Trans>
    </Button>
  );
}

/** Returns a symbol such as `°C`. */
const symbolOf = (unit: string): string =>
  displayValue(0, { vendorUnit: unit, targetMetric: unit, targetImperial: unit }, 'metric').symbol;
