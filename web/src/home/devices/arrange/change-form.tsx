import type { TileGroup } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import type { Icon } from '../../../design/icon.ts';
import { IconBulb, IconPlus } from '../../../design/icons.generated.ts';
import {
  IconArrowDown,
  IconArrowRight,
  IconArrowUp,
  IconPencil,
  IconTrash,
} from '../../../design/page-icons.generated.ts';
import classes from './arrange.module.css';
import { areasOf, type HomeOrder, siblingsOf } from './home-order.ts';
import { lampsIn } from './lamp-group-form.tsx';

type Props = {
  group: TileGroup;
  order: HomeOrder;
  onRename: () => void;
  onAddGroup: () => void;
  onGroupLamps: () => void;
  onDelete: () => void;
  onShift: (by: 1 | -1) => void;
  onInto: (area: TileGroup) => void;
};

/** Offers the actions on an area or group. */
export function ChangeForm({
  group,
  order,
  onRename,
  onAddGroup,
  onGroupLamps,
  onDelete,
  onShift,
  onInto,
}: Props) {
  const siblings = siblingsOf(order.groups, group);
  const isFirst = siblings[0]?.id === group.id;
  const isLast = siblings.at(-1)?.id === group.id;
  return (
    <ul className={classes.places}>
      <Choice icon={IconPencil} label={t`Rename`} onChoose={onRename} />
      {!group.parent && <Choice icon={IconPlus} label={t`New group inside`} onChoose={onAddGroup} />}
      {lampsIn(order, group).length > 1 && (
        <Choice icon={IconBulb} label={t`Show lamps as one tile`} onChoose={onGroupLamps} />
      )}
      <Choice icon={IconArrowUp} label={t`Move up`} isDisabled={isFirst} onChoose={() => onShift(-1)} />
      <Choice icon={IconArrowDown} label={t`Move down`} isDisabled={isLast} onChoose={() => onShift(1)} />
      {group.parent &&
        areasOf(order.groups)
          .filter(({ id }) => id !== group.parent)
          .map((area) => (
            <Choice
              key={area.id}
              icon={IconArrowRight}
              label={t`Move to ${area.label}`}
              onChoose={() => onInto(area)}
            />
          ))}
      {!group.isDefault && <Choice icon={IconTrash} label={t`Delete`} onChoose={onDelete} />}
    </ul>
  );
}

function Choice(props: { icon: Icon; label: string; isDisabled?: boolean; onChoose: () => void }) {
  const Icon = props.icon;
  return (
    <li>
      <button
        type="button"
        className={classes.place}
        disabled={props.isDisabled ?? false}
        onClick={props.onChoose}
      >
        {props.label}
        <Icon size={18} stroke={1.6} aria-hidden="true" />
      </button>
    </li>
  );
}
