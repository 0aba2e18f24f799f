import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Control } from '../../../devices/controls/control.tsx';
import { kindOf } from '../../../devices/controls/property.ts';
import { ReadingText } from '../../../devices/controls/reading-text.tsx';
import type { ControlState } from '../../../devices/controls/use-control.ts';
import { Switch } from '../../../kit/ui/switch.tsx';
import classes from './hero.module.css';
import { type HeroProps, Part } from './part.tsx';
import switches from './switch-hero.module.css';

/** Shows a plug, a switch or a fan: one big switch, its speed, and the power that it takes. */
export function SwitchHero(props: HeroProps) {
  const { hero, isOneOfSeveral } = props;
  const { power, fan, watts } = hero.parts;
  return (
    <div className={switches.hero} data-row={isOneOfSeveral}>
      {power && (
        <Part hero={props} property={power} className={switches.power}>
          {(control) => <BigSwitch {...control} hero={props} />}
        </Part>
      )}
      {watts && (
        <Part hero={props} property={watts} isQuiet className={switches.watts}>
          {({ value }) => (
            <>
              <span>
                <Trans>Now</Trans>
              </span>
              <strong className={classes.reading}>
                {value ? <ReadingText value={value} property={watts} /> : '–'}
              </strong>
            </>
          )}
        </Part>
      )}
      {fan && (
        <Part hero={props} property={fan} isQuiet={power !== undefined} className={switches.fan}>
          {(control) => (
            <>
              <span className={classes.label}>{control.props.label}</span>
              <Control {...control.props} kind={kindOf(fan)} />
            </>
          )}
        </Part>
      )}
    </div>
  );
}

function BigSwitch({ props, hero }: ControlState & { hero: HeroProps }) {
  const { label, config, value, send } = props;
  const words = { on: config.on || t`On`, off: config.off || t`Off` };
  const text = typeof value !== 'boolean' ? t`Not known yet` : value ? words.on : words.off;
  const { component } = hero.hero;
  const of = hero.isOneOfSeveral ? component.label : label;
  return (
    <Switch
      isOn={typeof value === 'boolean' ? value : undefined}
      label={`${of}: ${text}`}
      className={switches.switch}
      onChange={send}
    >
      <span className={switches.words}>
        {hero.isOneOfSeveral && <span className={classes.label}>{component.label}</span>}
        <span className={hero.isOneOfSeveral ? classes.state : classes.display}>
          {typeof value === 'boolean' || hero.isOneOfSeveral ? text : '–'}
        </span>
      </span>
    </Switch>
  );
}
