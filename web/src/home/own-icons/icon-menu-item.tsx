import { Trans } from '@lingui/react/macro';
import { Menu } from '@mantine/core';
import { IconIcons } from './own-icons.generated.ts';

/** The item of a device's menu that opens the choice of its icons. */
export function IconMenuItem({ onClick }: { onClick: () => void }) {
  return (
    <Menu.Item leftSection={<IconIcons size={16} aria-hidden="true" />} onClick={onClick}>
      <Trans>Change the icon</Trans>
    </Menu.Item>
  );
}
