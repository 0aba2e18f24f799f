import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { GuideLink } from '../design/guide-link.tsx';

/** Says which devices the catalogue cannot list, and how they are connected. */
export const NotListed = ({ children }: { children?: ReactNode }) => (
  <section>
    <Title order={2} size="h3" mb="xs">
      {t`It is not in the list?`}
    </Title>
    <Text mb="sm">
      <Trans>
        Devices of ESPHome, Tasmota, Shelly, Z-Wave JS UI, OpenMQTTGateway and many other programs describe
        themselves over MQTT, so they need no list: connect the MQTT server that they use.
      </Trans>{' '}
      <GuideLink name="mqtt-devices" />
    </Text>
    {children}
  </section>
);
