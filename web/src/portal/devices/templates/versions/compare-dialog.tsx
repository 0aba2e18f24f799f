import { t } from '@lingui/core/macro';
import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorState, LoadingState } from '../../../../design/states.tsx';
import { usePortal } from '../../../session/portal.ts';
import { templateQuery } from '../data/queries.ts';
import { DiffView } from './diff-view.tsx';

/** Compares an earlier version with the newest one. */
export function CompareDialog({
  id,
  version,
  onClose,
}: {
  id: string;
  version: number;
  onClose: () => void;
}) {
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
