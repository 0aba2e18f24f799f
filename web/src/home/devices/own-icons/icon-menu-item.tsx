import { Trans } from '@lingui/react/macro';
import { Menu } from '@mantine/core';
import { IconIcons } from './own-icons.generated.ts';

/** Opens the choice of icons from a device's menu. */
export function IconMenuItem({ onClick }: { onClick: () => void }) {
  return (
    <Menu.Item leftSection={<IconIcons size={16} aria-hidden="true" />} onClick={onClick}>
      <Trans>Change the icon</Trans>
    </Menu.Item>
  );
}
