import type { PortalDeviceSecrets } from '@azulejo/contract';
import { Alert, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { CopyField } from '../../design/copy-field.tsx';
import { IconKey } from '../../design/icons.generated.ts';
import { QrCode } from '../../design/qr-code.tsx';
import { Section } from '../parts/section.tsx';
import classes from './device-page.module.css';

/** The link that a phone's camera opens. Browsers do not send what follows the #. */
const claimLink = (code: string) => `${window.location.origin}/home/add#code=${code}`;

/** The new secret and claim code of a device, also as QR codes, while the page that created them is open. */
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
  useEffect(() => section.current?.scrollIntoView({ block: 'start' }), []);
  return (
    <div ref={section} className={classes.once}>
      <Section title="Shown only once">
        <Alert color="ocre" icon={<IconKey />} title="Copy this now">
          It is not stored and is gone when you leave this page.
        </Alert>
        <div className={classes.codes}>
          {secret !== undefined && (
            <div className={classes.code}>
              <QrCode text={JSON.stringify(credentials)} label="The credentials as a QR code" />
              <Stack gap="sm" className={classes.fields ?? ''}>
                <CopyField label="MQTT address" value={mqtt} />
                <CopyField label="Client ID" value={device.client_id} description="The MQTT username." />
                <CopyField label="Client secret" value={secret} description="The MQTT password." />
              </Stack>
            </div>
          )}
          {code !== undefined && (
            <div className={classes.code}>
              <QrCode text={claimLink(code)} label="The claim code as a QR code" />
              <Stack gap="sm" className={classes.fields ?? ''}>
                <CopyField
                  label="Claim code"
                  value={code}
                  description="Its owner types it in Home: Add, Connect something real, A device with a code."
                />
                <CopyField label="Link of the QR code" value={claimLink(code)} />
              </Stack>
            </div>
          )}
        </div>
      </Section>
    </div>
  );
}
