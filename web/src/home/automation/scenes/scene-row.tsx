import type { Scene } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { IconPlayerPlay } from '../../../design/icons.generated.ts';
import { IconPencil } from '../../../design/page-icons.generated.ts';
import arrange from '../../devices/arrange/arrange.module.css';
import { SortableRow } from '../../devices/arrange/sortable-row.tsx';
import { listText, playText } from './outcome-text.ts';
import { SceneIcon } from './scene-icon.tsx';
import classes from './scenes.module.css';
import { useDeviceNames } from './use-device-names.ts';
import { lastPlayOf, type PlayOf } from './use-play.ts';

/** How many devices of a scene its row names. */
const MAX_NAMES = 4;

type Props = { scene: Scene; plays: readonly PlayOf[]; onPlay: () => void; onChange: () => void };

/** Shows a scene with its devices, and how it went when it was played last. */
export function SceneRow({ scene: { id, label, icon, settings }, plays, onPlay, onChange }: Props) {
  const nameOf = useDeviceNames();
  const devices = [...new Set(settings.map(({ channel }) => channel))];
  const play = lastPlayOf(plays, id);
  const outcome = play && playText(play, { nameOf, maxNames: devices.length });
  return (
    <SortableRow id={id} label={t`Drag scene ${{ scene: label }}`}>
      <span className={arrange.tileName}>
        <SceneIcon name={icon} size={24} />
        <span>
          {label}
          <span className={classes.devices}>{listText(devices.map(nameOf), MAX_NAMES)}</span>
          <span role="status" className={classes.outcome} data-tone={outcome?.tone}>
            {outcome?.text}
          </span>
        </span>
      </span>
      <button
        type="button"
        className={classes.play}
        aria-label={t`Play ${{ scene: label }}`}
        aria-busy={play?.state === 'pending' || undefined}
        onClick={onPlay}
      >
        <IconPlayerPlay size={20} stroke={1.7} aria-hidden="true" />
      </button>
      <button
        type="button"
        className={arrange.handle}
        aria-label={t`Change ${{ scene: label }}`}
        aria-haspopup="dialog"
        onClick={onChange}
      >
        <IconPencil size={20} stroke={1.6} aria-hidden="true" />
      </button>
    </SortableRow>
  );
}
