import type { PortalDevice } from '@azulejo/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notify } from '../../../design/notify.ts';
import { usePortal } from '../../session/portal.ts';
import { DEVICES, deviceQuery } from './queries.ts';

/** Runs a change of a device and shows its result on the page; dialogs show their errors themselves. */
export function useDeviceChange<Input = void>(
  change: (input: Input) => Promise<PortalDevice>,
  { done, inDialog = false }: { done: string; inDialog?: boolean },
) {
  const portal = usePortal();
  const queries = useQueryClient();
  return useMutation<PortalDevice, Error, Input>({
    mutationFn: change,
    onSuccess: async (device) => {
      await queries.invalidateQueries({ queryKey: DEVICES });
      queries.setQueryData(deviceQuery(portal, device.client_id).queryKey, device);
      notify.done(done);
    },
    ...(!inDialog && { onError: notify.failed }),
  });
}
