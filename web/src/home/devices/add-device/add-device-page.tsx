import { t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { IconSearch } from '../../../design/icons.generated.ts';
import { IconFlask, IconPlugConnected } from '../../../design/page-icons.generated.ts';
import { EmptyState, ErrorState, LoadingState } from '../../../design/states.tsx';
import { useSession } from '../../data/session/session.ts';
import { usePageTitle } from '../../kit/ui/page-title.ts';
import { useNewDevices } from '../bridges/use-new-devices.ts';
import type { AddSearch } from './add-search.ts';
import { BackLink } from './back-link.tsx';
import { KindPage } from './kind-page.tsx';
import { isVirtual, kindsQuery } from './kinds.ts';
import { Way } from './way.tsx';
import classes from './ways.module.css';

/** Shows Add: its ways, or the page of one kind of device. */
export function AddDevicePage() {
  usePageTitle(t`Add a device`);
  const { template }: AddSearch = useSearch({ strict: false });
  return template === undefined ? <Ways /> : <ChosenKind id={template} />;
}

function ChosenKind({ id }: { id: string }) {
  const { found, added }: AddSearch = useSearch({ strict: false });
  const { client } = useSession();
  const kinds = useQuery(kindsQuery(client));
  if (!kinds.data)
    return (
      <Stack gap="lg">
        <Title order={1}>
          <Trans>Add a device</Trans>
        </Title>
        {kinds.isPending ? (
          <LoadingState />
        ) : (
          <ErrorState error={kinds.error} onRetry={() => void kinds.refetch()} />
        )}
      </Stack>
    );
  const kind = kinds.data.find((each) => each.id === id);
  return (
    <Stack gap="md" align="stretch">
      <BackLink to={kind && !isVirtual(kind) ? '/add/real' : '/add/virtual'}>
        <Trans>All kinds of device</Trans>
      </BackLink>
      {kind ? (
        <KindPage key={kind.id} kind={kind} isBack={found === true} added={added} />
      ) : (
        <EmptyState isPage title={t`Kind of device not found`}>
          <Trans>It may no longer be offered.</Trans>
        </EmptyState>
      )}
    </Stack>
  );
}

/** Shows the first page of Add, with one way for real devices and one for virtual ones. */
function Ways() {
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
