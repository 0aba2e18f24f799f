import { Stack, Title } from '@mantine/core';
import { counted } from '../../design/counted.ts';
import { IconFlask, IconPlugConnected, IconSearch } from '../../design/icons.generated.ts';
import { useNewDevices } from '../bridges/use-new-devices.ts';
import classes from './doors.module.css';
import { Way } from './way.tsx';

/** The first page of Add: real devices and virtual ones have a way each. */
export function Doors() {
  const found = useNewDevices().reduce((sum, { count }) => sum + count, 0);
  return (
    <Stack gap="lg">
      <Title order={1}>Add a device</Title>
      <div className={classes.doors}>
        <Way link={{ to: '/add/real' }} icon={IconPlugConnected} title="Connect something real">
          {found > 0 && <strong>{counted(found, 'new device')}. </strong>}
          Devices behind a bridge such as Zigbee2MQTT, of a maker, or with a code.
        </Way>
        <Way link={{ to: '/add/virtual' }} icon={IconFlask} title="Try a virtual device">
          It behaves like a real one but controls nothing. Home marks it as virtual everywhere.
        </Way>
      </div>
      <Way
        link={{ to: '/add/supported', search: {} }}
        icon={IconSearch}
        title="Is my device supported?"
        isSmall
      >
        Search more than 4,500 devices by brand, model or words.
      </Way>
    </Stack>
  );
}
