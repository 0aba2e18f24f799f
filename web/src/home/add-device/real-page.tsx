import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconChevronRight, IconQrcode, IconRouter } from '../../design/icons.generated.ts';
import { ErrorState, LoadingState } from '../../design/states.tsx';
import { usePageTitle } from '../parts/page-title.ts';
import { useSession } from '../session/session.ts';
import { BackLink } from './back-link.tsx';
import { Catalogue } from './catalogue.tsx';
import doors from './doors.module.css';
import { isVirtual, kindsQuery } from './kinds.ts';

/** The ways to connect real devices: by a code, through a bridge, or from their maker. */
export function RealPage() {
  usePageTitle('Connect something real');
  const { client } = useSession();
  const kinds = useQuery(kindsQuery(client));
  const real = kinds.data?.filter((kind) => !isVirtual(kind)) ?? [];
  return (
    <Stack gap="lg">
      <Stack gap="md">
        <BackLink to="/add">Add a device</BackLink>
        <Title order={1}>Connect something real</Title>
      </Stack>
      <div className={doors.doors}>
        <Link to="/add/code" className={doors.door}>
          <span className={doors.icon} aria-hidden="true">
            <IconQrcode size={28} stroke={1.6} />
          </span>
          <span className={doors.words}>
            <span className={doors.title}>A device with a code</span>
            <span className={doors.text}>The code is printed on the device, its box or its manual.</span>
          </span>
          <IconChevronRight size={20} className={doors.arrow} aria-hidden="true" />
        </Link>
        <Bridge />
      </div>
      {kinds.isPending && <LoadingState />}
      {kinds.isError && !kinds.data && (
        <ErrorState error={kinds.error} onRetry={() => void kinds.refetch()} />
      )}
      {real.length > 0 && (
        <section>
          <Title order={2} size="h3" mb="sm">
            From their makers
          </Title>
          <Catalogue kinds={real} />
        </section>
      )}
      <Text>
        Not sure? <Link to="/add/supported">Look whether your device is supported</Link>.
      </Text>
    </Stack>
  );
}

/** What a person asks the operator for, who connects bridges. */
function Bridge() {
  return (
    <div className={doors.door}>
      <span className={doors.icon} aria-hidden="true">
        <IconRouter size={28} stroke={1.6} />
      </span>
      <span className={doors.words}>
        <span className={doors.title}>Zigbee devices, with Zigbee2MQTT</span>
        <span className={doors.text}>
          Ask the person who runs this platform to connect the bridge to your home. Its devices then appear
          here.
        </span>
      </span>
    </div>
  );
}
