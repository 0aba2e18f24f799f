import type { PortalManager } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Badge, Group } from '@mantine/core';
import { StateBadge } from '../../identity/applications/state-badge.tsx';

const health = (): Readonly<Record<PortalManager['health'], string | undefined>> => ({
  failing: t({ message: 'Failing', context: 'state' }),
  paused: t`Paused after failures`,
  working: undefined,
  unknown: undefined,
});

/** Says in words whether the manager is connected, and whether its webhooks fail. */
export function ManagerState({ manager }: { manager: PortalManager }) {
  const trouble = health()[manager.health];
  return (
    <Group gap={6} component="span">
      <StateBadge state={manager.state} />
      {trouble && (
        <Badge color="red" variant="light" tt="none" component="span">
          {trouble}
        </Badge>
      )}
      {manager.state === 'enabled' &&
        (manager.is_connected ? t({ message: 'Connected', context: 'state' }) : t`Not connected`)}
    </Group>
  );
}
