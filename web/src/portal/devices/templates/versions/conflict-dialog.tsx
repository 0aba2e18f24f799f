import type { ChannelTemplate } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorState, LoadingState } from '../../../../design/states.tsx';
import { usePortal } from '../../../session/portal.ts';
import { templateQuery } from '../data/queries.ts';
import { writerOf } from '../data/writer.ts';
import { DiffView } from './diff-view.tsx';

type ConflictDialogProps = {
  draft: ChannelTemplate;
  onClose: () => void;
  /** Saves on top of the version that was stored meanwhile. */
  onSave: (baseVersion: number) => void;
  onDiscard: () => void;
};

/** Resolves a conflict: someone saved a newer version while this one was edited. */
export function ConflictDialog({ draft, onClose, onSave, onDiscard }: ConflictDialogProps) {
  const portal = usePortal();
  const newest = useQuery({ ...templateQuery(portal, draft.id), staleTime: 0, refetchOnMount: 'always' });
  const { data } = newest;
  return (
    <Modal opened onClose={onClose} size="xl" title={t`A newer version was saved in the meantime`}>
      {newest.isError && <ErrorState error={newest.error} onRetry={() => void newest.refetch()} />}
      {(newest.isPending || newest.isFetching) && <LoadingState />}
      {data && !newest.isFetching && (
        <Stack gap="md">
          <Text>
            <Trans>
              {writerOf(data)} saved version {data.version}. Saving yours would change this:
            </Trans>
          </Text>
          <DiffView before={data.template} after={draft} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              <Trans>Continue editing</Trans>
            </Button>
            <Button variant="default" onClick={onDiscard}>
              <Trans>Take version {data.version}</Trans>
            </Button>
            <Button onClick={() => onSave(data.version)}>
              <Trans>Save mine as version</Trans> {data.version + 1}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
