import type { BridgeFindings, BridgeUnanswered, BridgeUnmapped } from '@azulejo/contract';
import { Plural, Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { When } from '../design/when.tsx';
import classes from './findings.module.css';
import { requestText, unmappedText } from './unmapped-text.ts';

/** Lists what a bridge could not read, by device. */
export function Unread({ findings }: { findings: BridgeFindings }) {
  const { unmapped, more, reported } = findings;
  if (reported === null)
    return (
      <Text c="dimmed">
        <Trans>The bridge has not reported yet. Its log has more.</Trans>
      </Text>
    );
  const devices = [...Map.groupBy(unmapped, ({ device }) => device)];
  return (
    <>
      {devices.length === 0 && (
        <Text>
          <Trans>Everything that the devices say is read.</Trans>
        </Text>
      )}
      {devices.length > 0 && (
        <ul className={classes.devices}>
          {devices.map(([device, parts]) => (
            <Device key={device} device={device} parts={parts} />
          ))}
        </ul>
      )}
      {more > 0 && (
        <Text>
          <Plural value={more} one="And # more: see the log." other="And # more: see the log." />
        </Text>
      )}
      <Text size="sm" c="dimmed">
        <Trans>
          Reported <When at={reported} />
        </Trans>
      </Text>
    </>
  );
}

function Device({ device, parts }: { device: string; parts: readonly BridgeUnmapped[] }) {
  const name = parts[0]?.name || device;
  return (
    <li>
      <Text fw={600}>{name}</Text>
      <ul className={classes.parts}>
        {parts.map((part) => (
          <li key={`${part.feature} ${part.code}`}>
            {part.feature !== '' && <span className={classes.feature}>{part.feature}</span>}
            <span className={classes.why}>{unmappedText(part)}</span>
          </li>
        ))}
      </ul>
    </li>
  );
}

/** Lists the requests that Zigbee2MQTT has not answered, the newest first. */
export const Unanswered = ({ requests }: { requests: readonly BridgeUnanswered[] }) => (
  <ul className={classes.devices}>
    {requests.map(({ request, device, at }) => (
      <li key={`${request} ${device} ${at}`}>
        <Text fw={600}>{requestText(request)}</Text>
        <Text size="sm" c="dimmed">
          {device !== '' && <>{device} · </>}
          <When at={at} />
        </Text>
      </li>
    ))}
  </ul>
);
