import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { IconPencil } from '../../../design/page-icons.generated.ts';
import { KindIcon } from '../../../tiles/kind-icon.tsx';
import { FavouriteToggle } from '../favourites/favourite-toggle.tsx';
import type { GroupTile } from '../tiles/lamp-groups.ts';
import { useGroupTiles } from '../tiles/use-lamp-groups.ts';
import classes from './arrange.module.css';

/** Lists the groups of lamps; shows nothing while there are none. */
export function LampGroupRows({ onChange }: { onChange: (lamps: GroupTile) => void }) {
  const groups = useGroupTiles();
  const headed = useId();
  if (groups.length === 0) return null;
  return (
    <section aria-labelledby={headed}>
      <h2 className={classes.heading} id={headed}>
        <Trans>Groups of lamps</Trans>
      </h2>
      <ul className={classes.favourites}>
        {groups.map((group) => (
          <li key={group.id} className={classes.tile}>
            <span className={classes.tileName}>
              <KindIcon kind="light-group" />
              <span>
                {group.label}
                <span className={classes.virtual}>
                  {' · '}
                  <Plural value={group.lamps.length} one="# lamp" other="# lamps" />
                </span>
              </span>
            </span>
            <FavouriteToggle tile={group} className={classes.handle} />
            <button
              type="button"
              className={classes.handle}
              aria-label={t`Change ${{ group: group.label }}`}
              aria-haspopup="dialog"
              onClick={() => onChange(group)}
            >
              <IconPencil size={20} stroke={1.6} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
