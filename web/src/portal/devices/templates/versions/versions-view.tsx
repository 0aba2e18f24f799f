import type { TemplateDocument, TemplateVersion } from '@azulejo/contract';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorState, LoadingState } from '../../../../design/states.tsx';
import { usePortal } from '../../../session/portal.ts';
import { useMay } from '../../../session/session.ts';
import framed from '../../../ui/framed-list.module.css';
import { templateQuery, versionsQuery } from '../data/queries.ts';
import { WrittenAt } from '../data/written-at.tsx';
import { DiffView } from './diff-view.tsx';
import { MoveDialog } from './move-dialog.tsx';
import classes from './versions-view.module.css';

type VersionsViewProps = { document: TemplateDocument; onRestore: (version: number) => void };

/** Lists every version with its author and number of devices. */
export function VersionsView({ document, onRestore }: VersionsViewProps) {
  const portal = usePortal();
  const { id } = document.template;
  const versions = useQuery(versionsQuery(portal, id));
  const [compared, setCompared] = useState<number>();
  const [movedFrom, setMovedFrom] = useState<number>();
  if (versions.isPending) return <LoadingState label={t`Loading versions`} />;
  if (versions.isError) return <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />;
  return (
    <Stack gap="md">
      {document.in_catalogue && document.origin === 'portal' && (
        <Alert color="azul" title={t`This catalogue template was changed here`}>
          <Trans>
            Later releases do not update it. Restore the catalogue’s version to receive updates again.
          </Trans>
        </Alert>
      )}
      <ol className={framed.list} aria-label={t`Versions`}>
        {versions.data.versions.map((version) => (
          <VersionItem
            key={version.version}
            id={id}
            version={version}
            newest={document.newest_version}
            onCompare={() => setCompared(version.version)}
            onMove={() => setMovedFrom(version.version)}
            onRestore={() => onRestore(version.version)}
          />
        ))}
      </ol>
      {compared !== undefined && (
        <CompareDialog id={id} version={compared} onClose={() => setCompared(undefined)} />
      )}
      {movedFrom !== undefined && (
        <MoveDialog id={id} from={movedFrom} onClose={() => setMovedFrom(undefined)} />
      )}
    </Stack>
  );
}

type VersionItemProps = {
  id: string;
  version: TemplateVersion;
  newest: number;
  onCompare: () => void;
  onMove: () => void;
  onRestore: () => void;
};

function VersionItem({ id, version, newest, onCompare, onMove, onRestore }: VersionItemProps) {
  const mayChange = useMay('developer');
  const number = version.version;
  const isNewest = number === newest;
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <Group gap="xs">
          <Text fw={600}>
            <Trans>Version {number}</Trans>
          </Text>
          {isNewest && (
            <Badge variant="light" tt="none">
              <Trans>Newest</Trans>
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          <WrittenAt version={version} />
        </Text>
        <Text size="sm">{devicesOf(version.channels, isNewest)}</Text>
      </div>
      {!isNewest && (
        <Group gap="xs">
          {mayChange && version.channels > 0 && (
            <Button size="xs" onClick={onMove}>
              <Trans>Move devices to version {newest}</Trans>
            </Button>
          )}
          <Button
            renderRoot={(props) => (
              <Link
                to="/templates/$templateId"
                params={{ templateId: id }}
                search={{ version: number }}
                {...props}
              />
            )}
            size="xs"
            variant="default"
            aria-label={t`View version ${number}`}
          >
            <Trans>View</Trans>
          </Button>
          <Button size="xs" variant="default" onClick={onCompare} aria-label={t`Compare version ${number}`}>
            <Trans>Compare</Trans>
          </Button>
          {mayChange && (
            <Button size="xs" variant="default" onClick={onRestore} aria-label={t`Restore version ${number}`}>
              <Trans>Restore</Trans>
            </Button>
          )}
        </Group>
      )}
    </li>
  );
}

function devicesOf(count: number, isNewest: boolean): string {
  if (count === 0) return t`No devices`;
  return isNewest
    ? plural(count, { one: '# device', other: '# devices' })
    : plural(count, { one: '# device still uses it', other: '# devices still use it' });
}

/** Compares an earlier version with the newest one. */
function CompareDialog({ id, version, onClose }: { id: string; version: number; onClose: () => void }) {
  const portal = usePortal();
  const earlier = useQuery(templateQuery(portal, id, version));
  const newest = useQuery(templateQuery(portal, id));
  const error = earlier.error ?? newest.error;
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t`From version ${version} to version ${newest.data?.newest_version ?? '…'}`}
    >
      {error && <ErrorState error={error} />}
      {(earlier.isPending || newest.isPending) && <LoadingState />}
      {earlier.data && newest.data && (
        <DiffView before={earlier.data.template} after={newest.data.template} />
      )}
    </Modal>
  );
}
