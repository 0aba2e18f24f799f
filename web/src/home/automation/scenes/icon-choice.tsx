import type { SceneIcon as IconName } from '@azulejo/contract';
import { i18n } from '@lingui/core';
import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { SceneIcon, sceneIcons } from './scene-icon.tsx';
import classes from './scenes.module.css';

type Props = { value: IconName; onChange: (icon: IconName) => void };

/** Chooses the picture of a scene. */
export function IconChoice({ value, onChange }: Props) {
  const name = useId();
  return (
    <fieldset className={classes.icons}>
      <legend>
        <Trans>Picture</Trans>
      </legend>
      {(Object.keys(sceneIcons) as IconName[]).map((each) => (
        <label key={each} className={classes.icon} title={i18n._(sceneIcons[each].label)}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={each === value}
            onChange={() => onChange(each)}
          />
          <SceneIcon name={each} size={22} />
          <span className="visually-hidden">{i18n._(sceneIcons[each].label)}</span>
        </label>
      ))}
    </fieldset>
  );
}
