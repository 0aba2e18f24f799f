import type { Tile, TileGroup } from '@azulejo/contract';
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { memo, useMemo, useRef, useState } from 'react';
import { IconDots, IconGripVertical } from '../../../design/page-icons.generated.ts';
import classes from './arrange.module.css';
import { type Place, placeAt, type Row } from './home-order.ts';
import { announcementsFor, instructions } from './spoken.ts';
import { TileName, TileRow } from './tile-row.tsx';

type Props = {
  rows: readonly Row[];
  onChange: (group: TileGroup) => void;
  onMove: (tile: Tile) => void;
  onPlace: (tile: Tile, place: Place) => void;
};

/** Shows everything as one sortable list, so that a device can be dragged from one area into another. */
export function SortableRows({ rows, onChange, onMove, onPlace }: Props) {
  const [carried, setCarried] = useState<Tile>();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const keys = useMemo(() => rows.map(({ key }) => key), [rows]);
  const currentRows = useRef(rows);
  currentRows.current = rows;
  const accessibility = useMemo(
    () => ({
      announcements: announcementsFor(() => currentRows.current),
      screenReaderInstructions: { draggable: instructions() },
    }),
    [],
  );
  const tileOf = (key: string | number): Tile | undefined => {
    const row = rows.find((each) => each.key === key);
    return row && 'tile' in row ? row.tile : undefined;
  };
  const putDown = ({ active, over }: DragEndEvent) => {
    setCarried(undefined);
    const tile = tileOf(active.id);
    const place = over ? placeAt(rows, String(active.id), String(over.id)) : undefined;
    if (tile && place && over?.id !== active.id) onPlace(tile, place);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={accessibility}
      onDragStart={({ active }) => setCarried(tileOf(active.id))}
      onDragCancel={() => setCarried(undefined)}
      onDragEnd={putDown}
    >
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        <ul className={classes.rows}>
          {rows.map((row) => (
            <SortableRow key={row.key} row={row} onChange={onChange} onMove={onMove} />
          ))}
        </ul>
      </SortableContext>
      <DragOverlay dropAnimation={null}>{carried && <CarriedTile tile={carried} />}</DragOverlay>
    </DndContext>
  );
}

function SortableRow({ row, onChange, onMove }: Pick<Props, 'onChange' | 'onMove'> & { row: Row }) {
  return 'tile' in row ? (
    <TileRow rowKey={row.key} tile={row.tile} onMove={onMove} />
  ) : (
    <GroupRow rowKey={row.key} group={row.group} count={row.count} onChange={onChange} />
  );
}

/** Draws the tile that is being dragged. */
function CarriedTile({ tile }: { tile: Tile }) {
  return (
    <div className={classes.carried}>
      <span className={classes.handle}>
        <IconGripVertical size={20} stroke={1.6} aria-hidden="true" />
      </span>
      <TileName tile={tile} />
    </div>
  );
}

type GroupRowProps = {
  rowKey: string;
  group: TileGroup;
  count: number;
  onChange: (group: TileGroup) => void;
};

/** Shows the heading of an area or group, under which devices can be dropped. */
const GroupRow = memo(function GroupRow({ rowKey, group, count, onChange }: GroupRowProps) {
  const isArea = !group.parent;
  const { setNodeRef, transform, transition } = useSortable({ id: rowKey, disabled: { draggable: true } });
  const Heading = isArea ? 'h2' : 'h3';
  return (
    <li
      ref={setNodeRef}
      className={isArea ? classes.area : classes.group}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <Heading className={classes.heading}>{group.label}</Heading>
      <span className={classes.count}>
        <Plural value={count} one="# device" other="# devices" />
      </span>
      <button
        type="button"
        className={classes.handle}
        aria-label={t`Change ${group.label}`}
        aria-haspopup="dialog"
        onClick={() => onChange(group)}
      >
        <IconDots size={20} stroke={1.6} aria-hidden="true" />
      </button>
    </li>
  );
});
