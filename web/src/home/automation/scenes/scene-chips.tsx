import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { IconX } from '../../../design/icons.generated.ts';
import { IconAlertTriangle, IconCheck } from '../../../design/page-icons.generated.ts';
import notes from '../../devices/summary/all-off.module.css';
import chips from '../../devices/summary/chips.module.css';
import { useAllOff } from '../../devices/summary/summary-provider.tsx';
import type { KnownScene } from './known-scenes.ts';
import { type PlayText, playText } from './outcome-text.ts';
import classes from './scene-chips.module.css';
import { SceneIcon } from './scene-icon.tsx';
import { useDeviceNames } from './use-device-names.ts';
import { lastPlayOf, usePlay } from './use-play.ts';

/** How long the outcome is shown. */
const SHOWN_MS = 15_000;
/** How many devices a note names; the page of the scenes names all. */
const MAX_NAMES = 3;

/** Shows the scenes as buttons in one line, each of which plays one. */
export function SceneChips({ scenes }: { scenes: readonly KnownScene[] }) {
  const { plays, play, forget } = usePlay();
  const allOff = useAllOff();
  const nameOf = useDeviceNames();
  const ended = plays.findLast((each) => each.play.state !== 'pending');
  const start = (id: string) => {
    // The note of the lamps is in the same place.
    allOff.dismiss();
    forget();
    void play(id);
  };
  return (
    <div className={chips.chips}>
      <ul aria-label={t`Scenes`}>
        {scenes.map(({ id, label, icon }) => {
          const own = lastPlayOf(plays, id);
          const tone = own && playText(own, { nameOf, maxNames: MAX_NAMES }).tone;
          return (
            <li key={id} className={chips.chip}>
              <button
                type="button"
                className={classes.play}
                aria-busy={tone === 'pending' || undefined}
                data-tone={tone}
                onClick={() => start(id)}
              >
                <ChipIcon tone={tone} name={icon} />
                <Trans>
                  <span className="visually-hidden">Play</span> {label}
                </Trans>
              </button>
            </li>
          );
        })}
      </ul>
      <PlayNote
        text={ended && playText(ended.play, { nameOf, maxNames: MAX_NAMES }).text}
        label={scenes.find(({ id }) => id === ended?.scene)?.label}
        onClose={forget}
      />
    </div>
  );
}

/** Shows the scene's own picture, unless there is something to show about its last play. */
function ChipIcon({ tone, name }: { tone: PlayText['tone'] | undefined; name: KnownScene['icon'] }) {
  if (tone === 'pending') return <span className={classes.spinner} aria-hidden="true" />;
  if (tone === 'done') return <IconCheck size={18} stroke={2.2} aria-hidden="true" />;
  if (tone === 'failed') return <IconAlertTriangle size={18} stroke={1.7} aria-hidden="true" />;
  return <SceneIcon name={name} />;
}

type NoteProps = { text: string | undefined; label: string | undefined; onClose: () => void };

/** Says for a while how the last play went. */
function PlayNote({ text, label = '', onClose }: NoteProps) {
  const allOff = useAllOff();
  const ofLamps = useSyncExternalStore(allOff.watch, allOff.get);
  const isShown = text !== undefined && ofLamps.state === 'idle';
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => close(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isShown]);
  return (
    <div className={notes.note} data-shown={isShown || undefined}>
      <p role="status">{isShown && `${label}: ${text}`}</p>
      {isShown && (
        <button type="button" className={notes.close} aria-label={t`Close`} onClick={onClose}>
          <IconX size={18} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
