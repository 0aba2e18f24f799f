import type { PortalDeviceSecrets } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { CopyField } from '../../../design/copy-field.tsx';
import { IconKey } from '../../../design/page-icons.generated.ts';
import { QrCode } from '../../../design/qr-code.tsx';
import { Section } from '../../ui/section.tsx';
import classes from './device-page.module.css';

/** Returns the link that a phone's camera opens. Browsers do not send what follows the #. */
const claimLink = (code: string) => `${window.location.origin}/home/add#code=${code}`;

/** Shows the new secret and claim code of a device, also as QR codes, while the page that created them is open. */
export function ShownOnce({ made }: { made: PortalDeviceSecrets }) {
  const { device, client_secret: secret, claim_code: code, mqtt_url: mqtt } = made;
  const credentials = {
    mqtt_url: mqtt,
    client_id: device.client_id,
    client_secret: secret,
    channel: device.channels[0]?.id,
  };
  const section = useRef<HTMLDivElement>(null);
  // It is at the top of the page, far above the button that creates it.
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <div ref={section} className={classes.once}>
      <Section title={t`Shown only once`}>
        <Alert color="ocre" icon={<IconKey />} title={t`Copy this now`}>
          <Trans>It is not stored and is gone when you leave this page.</Trans>
        </Alert>
        <div className={classes.codes}>
          {secret !== undefined && (
            <div className={classes.code}>
              <QrCode text={JSON.stringify(credentials)} label={t`The credentials as a QR code`} />
              <Stack gap="sm" className={classes.fields ?? ''}>
                <CopyField label={t`MQTT address`} value={mqtt} />
                <CopyField
                  label={t`Client ID`}
                  value={device.client_id}
                  description={t`The MQTT username.`}
                />
                <CopyField label={t`Client secret`} value={secret} description={t`The MQTT password.`} />
              </Stack>
            </div>
          )}
          {code !== undefined && (
            <div className={classes.code}>
              <QrCode text={claimLink(code)} label={t`The claim code as a QR code`} />
              <Stack gap="sm" className={classes.fields ?? ''}>
                <CopyField
                  label={t`Claim code`}
                  value={code}
                  description={t`Its owner types it in Home: Add, Connect something real, A device with a code.`}
                />
                <CopyField label={t`Link of the QR code`} value={claimLink(code)} />
              </Stack>
            </div>
          )}
        </div>
      </Section>
    </div>
  );
}
