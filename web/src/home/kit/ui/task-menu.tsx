import { Trans } from '@lingui/react/macro';
import { ActionIcon, Menu } from '@mantine/core';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { IconDots, IconPencil, IconTrash } from '../../../design/page-icons.generated.ts';

/** Returns what a person does from a menu, and how it begins and ends. At its end the menu's button has the focus. */
export function useTask<Task extends string>() {
  const [task, begin] = useState<Task>();
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    begin(undefined);
    opener.current?.focus();
  };
  return { task, begin, close, opener };
}

type Props = {
  /** Says of the button what the menu changes. */
  label: string;
  opener: RefObject<HTMLButtonElement | null>;
  onRename: () => void;
  onRemove: () => void;
  /** The word for the last item, which is dangerous. */
  remove: ReactNode;
  /** The items between. */
  children: ReactNode;
};

/** Shows the menu of what can be done with the subject of a page. */
export const TaskMenu = ({ label, opener, onRename, onRemove, remove, children }: Props) => (
  <Menu position="bottom-end" width={220}>
    <Menu.Target>
      <ActionIcon ref={opener} variant="subtle" color="gray" size={44} radius="xl" aria-label={label}>
        <IconDots size={20} aria-hidden="true" />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={onRename}>
        <Trans>Rename</Trans>
      </Menu.Item>
      {children}
      <Menu.Divider />
      <Menu.Item color="var(--azulejo-bad)" leftSection={<IconTrash size={16} />} onClick={onRemove}>
        {remove}
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
);
