import { Badge } from '@mantine/core';

/** Said where it is not as usual. */
export function StateBadge({ state }: { state: 'enabled' | 'disabled' }) {
  if (state === 'enabled') return null;
  return (
    <Badge color="red" variant="light">
      Disabled
    </Badge>
  );
}
