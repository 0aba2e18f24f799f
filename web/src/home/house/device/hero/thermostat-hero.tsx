import { t } from '@lingui/core/macro';
import { fitsSideBySide } from '../../../devices/controls/choice-control.tsx';
import { Control } from '../../../devices/controls/control.tsx';
import type { ControlProps } from '../../../devices/controls/control-props.ts';
import { NumberControl } from '../../../devices/controls/number-control.tsx';
import { useProperty } from '../../../devices/controls/use-property.ts';
import { valueText } from '../../../devices/controls/value-text.ts';
import { usePreferences } from '../../../person/preferences/use-preferences.ts';
import { Dial } from './dial.tsx';
import classes from './hero.module.css';
import { type HeroProps, Part } from './part.tsx';
import { Segments } from './segments.tsx';
import thermostat from './thermostat-hero.module.css';

/** Shows a thermostat: a dial with its temperature and target, the target by steps or typed, and its mode. */
export function ThermostatHero(props: HeroProps) {
  const { channel, hero } = props;
  const { target, temperature, mode, running } = hero.parts;
  const reading = usePreferences();
  const now = useProperty(channel, hero.component, temperature).shown;
  const state = useProperty(channel, hero.component, running).shown;
  if (!target) return null;
  const isHeating = typeof state === 'string' && state.startsWith('heat');
  return (
    <div className={thermostat.hero}>
      <Part hero={props} property={target} className={thermostat.target}>
        {(control) => (
          <>
            <Dial {...control} temperature={temperature} now={now} isHeating={isHeating} />
            <div className={thermostat.steps}>
              <NumberControl {...control.props} isLarge />
            </div>
          </>
        )}
      </Part>
      {temperature && (
        <Part hero={props} property={temperature} isQuiet className="visually-hidden">
          {({ props: { label } }) => `${label}: ${valueText(now, temperature, reading) ?? t`not known yet`}`}
        </Part>
      )}
      {mode && (
        <Part hero={props} property={mode} isQuiet className={thermostat.mode}>
          {(control) => <Mode {...control.props} />}
        </Part>
      )}
    </div>
  );
}

/** Chooses the mode, side by side if there is room, otherwise as a list. */
function Mode(props: ControlProps) {
  const { label, value, config, send } = props;
  const options = config.options ?? [];
  if (fitsSideBySide(options))
    return (
      <Segments
        label={label}
        value={String(value)}
        options={options.map((option) => ({ value: String(option.value), label: option.label }))}
        onChange={(chosen) => send(options.find((option) => String(option.value) === chosen)?.value)}
      />
    );
  return (
    <>
      <span className={classes.label}>{label}</span>
      <Control {...props} kind="text-picker" />
    </>
  );
}
