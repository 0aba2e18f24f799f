import { Trans } from '@lingui/react/macro';
import { Badge } from '@mantine/core';

/** Shown only for a disabled application. */
export function StateBadge({ state }: { state: 'enabled' | 'disabled' }) {
  if (state === 'enabled') return null;
  return (
    <Badge color="red" variant="light" tt="none">
      <Trans context="application">Disabled</Trans>
    </Badge>
  );
}

/** Marks the application whose users sign in at `/home`. */
export function HomeBadge() {
  return (
    <Badge variant="light" tt="none">
      <Trans>Home</Trans>
    </Badge>
  );
}
