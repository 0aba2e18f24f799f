import { t } from '@lingui/core/macro';
import type { CSSProperties } from 'react';
import { Control } from '../../../devices/controls/control.tsx';
import { snapToStep, stepFrom } from '../../../devices/controls/number-view.ts';
import { kindOf } from '../../../devices/controls/property.ts';
import type { ControlState } from '../../../devices/controls/use-control.ts';
import cover from './cover-hero.module.css';
import classes from './hero.module.css';
import { type HeroProps, Part } from './part.tsx';
import { usePull } from './use-pull.ts';

/** Shows a cover: a window that it closes, to pull or by its keys, and the tilt of its slats. */
export function CoverHero(props: HeroProps) {
  const { position, movement, tilt } = props.hero.parts;
  return (
    <div className={cover.hero}>
      {position && (
        <Part hero={props} property={position} className={cover.position}>
          {(control) => <Window {...control} isFixed={kindOf(position) === 'reading'} />}
        </Part>
      )}
      {movement && (
        <Part hero={props} property={movement} isQuiet className={cover.movement}>
          {(control) => <Control {...control.props} kind={kindOf(movement)} />}
        </Part>
      )}
      {tilt && (
        <Part hero={props} property={tilt} isQuiet className={cover.tilt}>
          {(control) => (
            <>
              <span className={classes.label}>{control.props.label}</span>
              <Control {...control.props} kind={kindOf(tilt)} />
            </>
          )}
        </Part>
      )}
    </div>
  );
}

function wordsOf(share: number, text: string): string {
  return share <= 0 ? t`Closed` : share >= 1 ? t({ message: 'Open', context: 'state' }) : t`${text} open`;
}

/** Shows a window behind the cover, even if its position cannot be set. */
function Window({ props, isFixed }: ControlState & { isFixed: boolean }) {
  const { label, config, value, numbers, send } = props;
  const { min = 0, max = 100 } = config;
  const known = typeof value === 'number' ? value : undefined;
  const { held, handlers } = usePull({
    limits: { min, max },
    valueAt: (_x, y) => snapToStep(max - Math.min(1, Math.max(0, y)) * (max - min), config),
    stepped: (steps) =>
      known === undefined
        ? undefined
        : stepFrom(
            known,
            steps > 0 ? 1 : -1,
            { ...numbers, step: Math.abs(steps) * (numbers.step ?? 1) },
            config,
          ),
    onCommit: send,
  });
  const shown = held ?? known;
  const share = shown === undefined ? 0 : (shown - min) / (max - min);
  const text = shown === undefined ? t`Not known yet` : wordsOf(share, numbers.text(shown));
  const slider = {
    role: 'slider',
    tabIndex: 0,
    'aria-orientation': 'vertical',
    'aria-label': label,
    'aria-valuemin': min,
    'aria-valuemax': max,
    'aria-valuenow': shown ?? min,
    'aria-valuetext': text,
    ...handlers,
  } as const;
  return (
    <>
      <p className={classes.headline}>{text}</p>
      <div
        className={cover.window}
        data-known={shown !== undefined}
        data-held={held !== undefined}
        data-fixed={isFixed}
        style={{ '--closed': shown === undefined ? 0 : 1 - share } as CSSProperties}
        {...(isFixed ? { 'aria-hidden': true } : slider)}
      >
        <span className={cover.slats} />
      </div>
    </>
  );
}
