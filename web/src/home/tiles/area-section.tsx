import { memo, useId } from 'react';
import { IconChevronDown } from '../../design/icons.generated.ts';
import classes from './area-section.module.css';
import type { Area, Section } from './arrangement.ts';
import { type Drawing, TileGrid } from './tile-grid.tsx';
import { useCollapsed } from './use-collapsed.ts';

type Props = Drawing & { area: Area; limit: number };

/**
 * An area: its own tiles, then its groups, each of which can be folded. Only areas with additional tiles are
 * rendered again.
 */
export const AreaSection = memo(function AreaSection({ area, limit, ...drawing }: Props) {
  const { group, tiles, groups } = area;
  const headed = useId();
  let room = limit - tiles.length;
  return (
    <section className={classes.area} aria-labelledby={headed}>
      <h2 className={classes.heading} id={headed}>
        {group.label}
      </h2>
      {tiles.length > 0 && <TileGrid tiles={tiles.slice(0, limit)} label={group.label} {...drawing} />}
      {groups.map((section) => {
        const left = Math.max(0, room);
        room -= section.tiles.length;
        return <GroupSection key={section.group.id} section={section} limit={left} {...drawing} />;
      })}
    </section>
  );
});

function GroupSection({ section, limit, ...drawing }: Drawing & { section: Section; limit: number }) {
  const { group, tiles } = section;
  const [isCollapsed, toggle] = useCollapsed(group.id);
  const body = useId();
  return (
    <div className={classes.group}>
      <h3 className={classes.fold}>
        <button type="button" aria-expanded={!isCollapsed} aria-controls={body} onClick={toggle}>
          <IconChevronDown size={16} stroke={2} aria-hidden="true" className={classes.chevron} />
          {group.label}
          <span className={classes.count}>{tiles.length}</span>
        </button>
      </h3>
      <div id={body} hidden={isCollapsed}>
        {!isCollapsed && <TileGrid tiles={tiles.slice(0, limit)} label={group.label} {...drawing} />}
      </div>
    </div>
  );
}
