import type { NotificationKind, NotificationSettings } from '@azulejo/contract';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { NativeSelect } from '@mantine/core';
import { Switch } from '../../kit/ui/switch.tsx';
import { Section } from '../preferences/section.tsx';
import classes from './notifications.module.css';
import { useChangeNotifications } from './use-notifications.ts';

type Texts = { readonly name: string; readonly hint: string };

const texts: Readonly<Record<NotificationKind, () => Texts>> = {
  alarm: () => ({ name: t`Alarms`, hint: t`Smoke, gas, carbon monoxide, water leaks and sirens.` }),
  open: () => ({ name: t`Left open`, hint: t`Doors, windows and locks.` }),
  unreachable: () => ({ name: t`No answer`, hint: t`Devices that do not answer.` }),
  battery: () => ({ name: t`Battery low`, hint: t`Before a device stops.` }),
  device: () => ({ name: t`New devices`, hint: t`Devices that were added to your home.` }),
  automation: () => ({ name: t`Automations`, hint: t`Messages from your automations.` }),
};

const KINDS: readonly NotificationKind[] = [
  'alarm',
  'open',
  'unreachable',
  'battery',
  'device',
  'automation',
];

type Way = 'push' | 'mail';
type Delay = 'open_minutes' | 'unreachable_minutes';
const delays: Partial<Record<NotificationKind, Delay>> = {
  open: 'open_minutes',
  unreachable: 'unreachable_minutes',
};
const MINUTES = [1, 2, 3, 5, 10, 15, 30, 60, 120, 240, 480, 1440];

/** Lists the kinds of notifications, and how each is sent. */
export function KindsSection({ settings }: { settings: NotificationSettings }) {
  const [saving, change] = useChangeNotifications();
  const { kinds, mail, browsers } = settings;
  const hasMail = mail.state === 'confirmed';
  const isReached = hasMail || browsers.length > 0;
  const toggle = (kind: NotificationKind, way: Way, isOn: boolean) =>
    change(
      { kinds: { [kind]: { [way]: isOn } } },
      { kinds: { ...kinds, [kind]: { ...kinds[kind], [way]: isOn } } },
    );
  return (
    <Section title={t`What you are notified about`} saving={saving}>
      {!isReached && (
        <p className={classes.text}>
          <Trans>Nothing is sent yet: turn on notifications in a browser, or by e-mail.</Trans>
        </p>
      )}
      <div className={classes.kinds} data-ways={hasMail ? 2 : 1}>
        <div className={classes.ways} aria-hidden="true">
          <span>
            <Trans>Browsers</Trans>
          </span>
          {hasMail && (
            <span>
              <Trans>E-mail</Trans>
            </span>
          )}
        </div>
        {KINDS.map((kind) => (
          <KindRow
            key={kind}
            kind={kind}
            settings={settings}
            onToggle={(way, isOn) => toggle(kind, way, isOn)}
            onDelay={(delay) => change(delay, delay)}
          />
        ))}
      </div>
    </Section>
  );
}

type KindRowProps = {
  kind: NotificationKind;
  settings: NotificationSettings;
  onToggle: (way: Way, isOn: boolean) => void;
  onDelay: (delay: Partial<Record<Delay, number>>) => void;
};

function KindRow({ kind, settings, onToggle, onDelay }: KindRowProps) {
  const { name, hint } = texts[kind]();
  const { push, mail } = settings.kinds[kind];
  const delay = delays[kind];
  return (
    <div className={classes.kind}>
      <div className={classes.what}>
        <div className={classes.name}>{name}</div>
        <div className={classes.hint}>{hint}</div>
        {delay && (
          <DelaySelect
            name={name}
            minutes={settings[delay]}
            onChange={(minutes) => onDelay({ [delay]: minutes })}
          />
        )}
      </div>
      <Switch
        className={classes.switch}
        label={t`${name}: in browsers`}
        isOn={push}
        onChange={(isOn) => onToggle('push', isOn)}
      />
      {settings.mail.state === 'confirmed' && (
        <Switch
          className={classes.switch}
          label={t`${name}: by e-mail`}
          isOn={mail}
          onChange={(isOn) => onToggle('mail', isOn)}
        />
      )}
    </div>
  );
}

type DelaySelectProps = { name: string; minutes: number; onChange: (minutes: number) => void };

/** Chooses after how long something is worth a notification. A time that another app set stays in the list. */
function DelaySelect({ name, minutes, onChange }: DelaySelectProps) {
  const choices = [...new Set([...MINUTES, minutes])].toSorted((one, other) => one - other);
  return (
    <NativeSelect
      className={classes.delay}
      size="sm"
      aria-label={t`${name}: after`}
      value={String(minutes)}
      data={choices.map((each) => ({ value: String(each), label: delayText(each) }))}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    />
  );
}

function delayText(minutes: number): string {
  if (minutes % 60 === 0) return plural(minutes / 60, { one: 'After # hour', other: 'After # hours' });
  return plural(minutes, { one: 'After # minute', other: 'After # minutes' });
}
