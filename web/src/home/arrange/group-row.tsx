import type { TileGroup } from '@azulejo/contract';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { memo } from 'react';
import classes from './arrange.module.css';

export type GroupActions = {
  readonly onRename: (group: TileGroup) => void;
  readonly onAddGroup: (area: TileGroup) => void;
  readonly onDelete: (group: TileGroup) => void;
  readonly onShift: (group: TileGroup, by: 1 | -1) => void;
};

type Props = GroupActions & {
  rowKey: string;
  group: TileGroup;
  count: number;
  isFirst: boolean;
  isLast: boolean;
};

/** The name of an area or group, under which devices are put down. */
export const GroupRow = memo(function GroupRow({ rowKey, group, count, isFirst, isLast, ...actions }: Props) {
  const isArea = !group.parent;
  const { setNodeRef, transform, transition } = useSortable({ id: rowKey, disabled: { draggable: true } });
  const Heading = isArea ? 'h2' : 'h3';
  const { onRename, onAddGroup, onDelete, onShift } = actions;
  return (
    <li
      ref={setNodeRef}
      className={isArea ? classes.area : classes.group}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <Heading className={classes.heading}>{group.label}</Heading>
      <span className={classes.count}>{count === 1 ? '1 device' : `${count} devices`}</span>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={44} aria-label={`Change ${group.label}`}>
            <IconDots size={20} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onRename(group)}>
            Rename
          </Menu.Item>
          {isArea && (
            <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => onAddGroup(group)}>
              New group inside
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconArrowUp size={16} />}
            disabled={isFirst}
            onClick={() => onShift(group, -1)}
          >
            Move up
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowDown size={16} />}
            disabled={isLast}
            onClick={() => onShift(group, 1)}
          >
            Move down
          </Menu.Item>
          {!group.isDefault && (
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => onDelete(group)}>
              Delete
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </li>
  );
});
