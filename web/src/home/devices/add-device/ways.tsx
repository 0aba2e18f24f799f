import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Stack, Title } from '@mantine/core';
import { IconSearch } from '../../../design/icons.generated.ts';
import { IconFlask, IconPlugConnected } from '../../../design/page-icons.generated.ts';
import { useNewDevices } from '../bridges/use-new-devices.ts';
import { Way } from './way.tsx';
import classes from './ways.module.css';

/** Shows the first page of Add, with one way for real devices and one for virtual ones. */
export function Ways() {
  const { t } = useLingui();
  const found = useNewDevices().reduce((sum, { count }) => sum + count, 0);
  return (
    <Stack gap="lg">
      <Title order={1}>
        <Trans>Add a device</Trans>
      </Title>
      <div className={classes.ways}>
        <Way link={{ to: '/add/real' }} icon={IconPlugConnected} title={t`Connect something real`}>
          {found > 0 && (
            <strong>
              <Plural value={found} one="# new device." other="# new devices." />{' '}
            </strong>
          )}
          <Trans>Devices behind a bridge such as Zigbee2MQTT, of a maker, or with a code.</Trans>
        </Way>
        <Way link={{ to: '/add/virtual' }} icon={IconFlask} title={t`Try a virtual device`}>
          <Trans>It behaves like a real one but controls nothing. Home marks it as virtual everywhere.</Trans>
        </Way>
      </div>
      <Way
        link={{ to: '/add/supported', search: {} }}
        icon={IconSearch}
        title={t`Is my device supported?`}
        isSmall
      >
        <Trans>Search more than 4,500 devices by brand, model or words.</Trans>
      </Way>
    </Stack>
  );
}
