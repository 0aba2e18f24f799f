import { Badge } from '@mantine/core';

/** Said where it is not as usual. */
export function StateBadge({ state }: { state: 'enabled' | 'disabled' }) {
  if (state === 'enabled') return null;
  return (
    <Badge color="red" variant="light" tt="none">
      Disabled
    </Badge>
  );
}

/** Of the application through which people sign in at `/home`. */
export function HomeBadge() {
  return (
    <Badge variant="light" tt="none">
      Home
    </Badge>
  );
}
