import type { PortalDeviceSecrets } from '@azulejo/contract';
import type { QueryClient } from '@tanstack/react-query';

const keyOf = (id: string) => ['new-device-secrets', id] as const;

/** Stores new secrets on their way to the page that shows them once. They are stored nowhere else. */
export const passSecrets = (queries: QueryClient, made: PortalDeviceSecrets): unknown =>
  queries.setQueryData(keyOf(made.device.client_id), made);

export function takeSecrets(queries: QueryClient, id: string): PortalDeviceSecrets | undefined {
  const made = queries.getQueryData<PortalDeviceSecrets>(keyOf(id));
  queries.removeQueries({ queryKey: keyOf(id) });
  return made;
}
