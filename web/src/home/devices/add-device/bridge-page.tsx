import type { Bridge, BridgeDevice } from '@azulejo/contract';
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { Unanswered, Unread } from '../../../bridges/findings.tsx';
import { DialogButtons } from '../../../design/dialog-buttons.tsx';
import { errorText } from '../../../design/error-text.ts';
import { EmptyState, ErrorState, LoadingState } from '../../../design/states.tsx';
import { useHome } from '../../data/live/use-home.ts';
import { useSession } from '../../data/session/session.ts';
import { usePageTitle } from '../../kit/ui/page-title.ts';
import { Sheet } from '../../kit/ui/sheet.tsx';
import { useRevealed } from '../../kit/ui/use-revealed.ts';
import { usePreferencesStore } from '../../person/preferences/preferences-store.ts';
import {
  bridgeDevicesQuery,
  bridgeFindingsQuery,
  bridgeQuery,
  isStarting,
} from '../bridges/bridges-query.ts';
import { sawDevices } from '../bridges/seen-devices.ts';
import type { Outcome } from './add-bridged.ts';
import { AddedPanel } from './added-panel.tsx';
import { BackLink } from './back-link.tsx';
import { BridgedForm } from './bridged-form.tsx';
import classes from './catalogue.module.css';

/** Adds devices of a bridge: what it found, the choice of devices, names and areas, and the new tiles. */
export function BridgePage() {
  const { bridgeId = '' } = useParams({ strict: false });
  const { client } = useSession();
  const bridge = useQuery(bridgeQuery(client, bridgeId));
  usePageTitle(bridge.data?.name ?? t`Add devices`);
  return (
    <Stack gap="md" align="stretch">
      <BackLink to="/add/real">
        <Trans>Connect something real</Trans>
      </BackLink>
      {bridge.isPending && <LoadingState />}
      {bridge.isError && !bridge.data && (
        <ErrorState error={bridge.error} onRetry={() => void bridge.refetch()} />
      )}
      {bridge.data && <OfBridge key={bridgeId} bridge={bridge.data} />}
    </Stack>
  );
}

function OfBridge({ bridge }: { bridge: Bridge }) {
  const { client } = useSession();
  const { refresh } = useHome();
  const [outcome, setOutcome] = useState<Outcome>();
  const devices = useQuery(bridgeDevicesQuery(client, bridge));
  const isLoaded = devices.isSuccess && !devices.isPlaceholderData;
  useSaw(bridge, isLoaded);
  const finish = (done: Outcome) => {
    setOutcome(done);
    refresh().catch(() => {});
  };
  const again = () => {
    setOutcome(undefined);
    void devices.refetch();
  };
  return (
    <Stack className={classes.wide} gap="lg">
      <div>
        <Title order={1}>{bridge.name}</Title>
        <Text c="dimmed" role="status">
          {stateText(bridge)}
        </Text>
      </div>
      {bridge.problem !== '' && (
        <Text role="alert" className={classes.problem}>
          {bridge.problem}
        </Text>
      )}
      {outcome && <BridgedOutcome outcome={outcome} onAgain={again} />}
      {!outcome && devices.isError && !devices.data && (
        <ErrorState error={devices.error} onRetry={() => void devices.refetch()} />
      )}
      {!outcome &&
        !devices.isError &&
        (!devices.data || (isStarting(bridge) && devices.data.length === 0)) && (
          <LoadingState label={t`Looking for devices`} />
        )}
      {!outcome && devices.data && <Found bridge={bridge} devices={devices.data} onAdded={finish} />}
      {!outcome && <BridgeFindings bridgeId={bridge.id} />}
      {!outcome && bridge.can_remove && <Disconnect bridge={bridge} />}
      {!outcome && !bridge.can_remove && (
        <Text c="dimmed">
          <Trans>Only the person who connected {bridge.name} can disconnect it.</Trans>
        </Text>
      )}
    </Stack>
  );
}

type FoundProps = {
  bridge: Bridge;
  devices: readonly BridgeDevice[];
  onAdded: (outcome: Outcome) => void;
};

function Found({ bridge, devices, onAdded }: FoundProps) {
  const open = devices.filter(({ added }) => !added);
  const inHome = devices.length - open.length;
  if (open.length > 0)
    return <BridgedForm bridgeId={bridge.id} devices={open} inHome={inHome} onAdded={onAdded} />;
  if (isStarting(bridge)) return null;
  return (
    <EmptyState title={devices.length === 0 ? t`No devices found yet` : t`All devices are in your home`}>
      <Trans>A device that you pair with {bridge.name} appears here.</Trans>
    </EmptyState>
  );
}

/** Remembers that the person has seen the devices, so that Home does not call them new. */
function useSaw(bridge: Bridge, isLoaded: boolean): void {
  const preferences = usePreferencesStore();
  const { id, devices } = bridge;
  useEffect(() => {
    const change = isLoaded ? sawDevices(preferences.document(), { id, devices }) : undefined;
    if (change) preferences.change(change).catch(() => {});
  }, [preferences, isLoaded, id, devices]);
}

function stateText({ state, version, devices }: Bridge): string {
  if (state === 'waiting' || state === 'starting') return t`Connecting…`;
  if (state === 'stopped') return t`Stopped`;
  const count = plural(devices, { one: '# device', other: '# devices' });
  return version === '' ? count : t`Version ${version} · ${count}`;
}

/** The maximum number of tiles. More would only repeat the home. */
const MAX_SHOWN = 24;

/** Shows what was added, and why other devices were not. */
function BridgedOutcome({ outcome, onAgain }: { outcome: Outcome; onAgain: () => void }) {
  const { ids, failures } = outcome;
  return (
    <Stack gap="lg">
      {failures.length > 0 && <Failures failures={failures} onAgain={onAgain} />}
      {ids.length > 0 && (
        <AddedPanel
          added={{ ids: ids.slice(0, MAX_SHOWN), wereThere: false }}
          others={Math.max(0, ids.length - MAX_SHOWN)}
        />
      )}
    </Stack>
  );
}

type FailuresProps = { failures: Outcome['failures']; onAgain: () => void };

function Failures({ failures, onAgain }: FailuresProps) {
  const element = useRevealed<HTMLDivElement>();
  return (
    <div role="alert" ref={element} tabIndex={-1} className={`${classes.problem} ${classes.revealed}`}>
      <Text fw={600}>
        <Plural
          value={failures.length}
          one="# device could not be added"
          other="# devices could not be added"
        />
      </Text>
      <ul>
        {failures.map(({ id, name, error }) => (
          <li key={id}>
            {name}: {errorText(error)}
          </li>
        ))}
      </ul>
      <Button variant="default" size="md" onClick={onAgain}>
        <Trans>Choose again</Trans>
      </Button>
    </div>
  );
}

/** Disconnects a bridge, after a confirmation. */
function Disconnect({ bridge }: { bridge: Bridge }) {
  const { client } = useSession();
  const { refresh } = useHome();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isConfirming, setConfirming] = useState(false);
  const remove = useMutation({
    mutationFn: async () => client.bridges.remove({ bridge_id: bridge.id }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['bridges'] });
      refresh().catch(() => {});
      await navigate({ to: '/add/real', replace: true });
    },
  });
  return (
    <div>
      <Button variant="default" size="md" onClick={() => setConfirming(true)}>
        <Trans>Disconnect {bridge.name}</Trans>
      </Button>
      {isConfirming && (
        <Sheet opened onClose={() => setConfirming(false)} title={t`Disconnect ${bridge.name}`} size="sm">
          <Stack>
            <Text>
              <Trans>
                Its devices leave your home, with their values and history. Nothing changes on the devices
                themselves.
              </Trans>
            </Text>
            <Text c="var(--azulejo-bad)" size="sm" role="alert">
              {remove.isError ? errorText(remove.error) : ''}
            </Text>
            <DialogButtons onCancel={() => setConfirming(false)}>
              <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
                <Trans>Disconnect</Trans>
              </Button>
            </DialogButtons>
          </Stack>
        </Sheet>
      )}
    </div>
  );
}

/** Shows what a bridge could not read, and which requests were not answered; nothing before it has reported. */
function BridgeFindings({ bridgeId }: { bridgeId: string }) {
  const { client } = useSession();
  const { data } = useQuery(bridgeFindingsQuery(client, bridgeId));
  if (!data || data.reported === null) return null;
  return (
    <>
      <Part title={t`What could not be read`}>
        <Unread findings={data} />
      </Part>
      {data.unanswered.length > 0 && (
        <Part title={t`Not answered`}>
          <Text c="dimmed">
            <Trans>
              What Zigbee2MQTT was asked, and has not answered. Look whether it runs, and at its log.
            </Trans>
          </Text>
          <Unanswered requests={data.unanswered} />
        </Part>
      )}
    </>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack component="section" gap="sm">
    <Title order={2} size="h4">
      {title}
    </Title>
    {children}
  </Stack>
);
