import type { Channel, Component, Property } from '@azulejo/contract';
import { isWritable, propertiesOf } from '@azulejo/model';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { IconChevronRight } from '../../../design/icons.generated.ts';
import { IconSettings } from '../../../design/page-icons.generated.ts';
import { isOfClass } from '../../devices/controls/property.ts';
import { PropertyControl } from '../../devices/controls/property-control.tsx';
import classes from './device.module.css';
import { type Hero, isOfHero } from './hero/hero-of.ts';
import { groupOf } from './property-group.ts';
import { type ComponentSchedule, isOfSchedule } from './schedule/use-schedules.ts';

type Props = {
  channel: Channel;
  device: string;
  heroes: readonly Hero[];
  schedules: readonly ComponentSchedule[];
};
type Group = { readonly component: Component; readonly properties: readonly Property[] };

/** Returns the properties that neither a hero nor a schedule shows, by their component: those of every day, or the others. */
function groupsOf({ channel, heroes, schedules }: Props, areEveryday: boolean): Group[] {
  return channel.components.flatMap((component): Group[] => {
    const all = propertiesOf(channel, component);
    const hasHero = heroes.some((hero) => hero.component.id === component.id);
    const everyday = everydayOf(all, hasHero);
    const properties = all.filter(
      (each) =>
        !isOfHero(heroes, component, each) &&
        !isOfSchedule(schedules, component, each.id) &&
        everyday.includes(each) === areEveryday,
    );
    return properties.length > 0 ? [{ component, properties }] : [];
  });
}

const priorityOf = ({ mainActionPriority, mainInformationPriority }: Property): number =>
  mainActionPriority || 10 + (mainInformationPriority || 99);

/** Returns the name of a component's section, which differs from that of its hero. */
function nameOf({ id, label }: Component, heroes: Props['heroes']): string {
  const name = label || id;
  return heroes.some((hero) => hero.component.id === id) ? t`${name}: more values` : name;
}

/** Shows the few values and controls that matter apart from the hero, the most important first. */
export function ControlsSection(props: Props) {
  const groups = groupsOf(props, true);
  const isNamed = props.channel.components.length > 1;
  return groups.map(({ component, properties }) => (
    <section key={component.id} className={classes.component} aria-label={nameOf(component, props.heroes)}>
      {isNamed && <h2 className={classes.heading}>{component.label || component.id}</h2>}
      <Rows
        {...props}
        component={component}
        properties={properties.toSorted((one, other) => priorityOf(one) - priorityOf(other))}
      />
    </section>
  ));
}

/** Shows everything else, folded. What can be set comes before what is only read. */
export function SettingsSection(props: Props) {
  const [wasOpen, setWasOpen] = useState(false);
  const groups = groupsOf(props, false);
  const count = groups.reduce((sum, { properties }) => sum + properties.length, 0);
  if (count === 0) return null;
  const isNamed = props.channel.components.length > 1;
  return (
    <details
      className={classes.fold}
      onToggle={({ currentTarget }) => currentTarget.open && setWasOpen(true)}
    >
      <summary>
        <IconSettings size={20} stroke={1.7} aria-hidden="true" />
        <Trans>
          Settings <span>{count}</span>
        </Trans>
        <IconChevronRight size={18} aria-hidden="true" />
      </summary>
      {wasOpen &&
        groups.map(({ component, properties }) => (
          <div key={component.id} className={classes.group}>
            {isNamed && <h2 className={classes.heading}>{component.label || component.id}</h2>}
            <Rows {...props} component={component} properties={properties.filter(isWritable)} />
            <Rows
              {...props}
              component={component}
              properties={properties.filter((each) => !isWritable(each))}
              title={t`Diagnostics`}
            />
          </div>
        ))}
    </details>
  );
}

function Rows(props: Props & Group & { title?: string }) {
  const { channel, device, component, properties, title } = props;
  if (properties.length === 0) return null;
  return (
    <>
      {title && <h3 className={classes.caption}>{title}</h3>}
      <div className={title ? undefined : classes.rows}>
        {properties.map((property) => (
          <PropertyControl
            key={property.id}
            channel={channel}
            component={component}
            property={property}
            device={device}
          />
        ))}
      </div>
    </>
  );
}

/** Classes of what people use every day although no tile shows it. */
const USED =
  /\.(lighting\.effect|climate\.(preset|system-mode|boost-heating|humidity)|settings\.(operating-mode|child-lock|window-detection|open-window)|device\.(child-lock|window-detection)|safety\.(warning|siren-on|alarm-control)|control\.(fan-mode|fan-speed|action))$/;

/**
 * Returns the properties that are shown on the page itself; everything else is folded under Settings. They are the
 * properties that a tile shows, except a low battery if the charge is shown. A component without a property on a
 * tile or in a hero shows all properties that are not settings.
 */
function everydayOf(properties: readonly Property[], hasHero: boolean): readonly Property[] {
  const hasCharge = properties.some((each) => isOfClass(each, /\.battery\.battery$/));
  const isRedundant = (each: Property) => hasCharge && isOfClass(each, /\.battery\.battery-low$/);
  const used = properties.filter(
    (each) =>
      !isRedundant(each) &&
      !isSingleChoice(each) &&
      (each.mainActionPriority > 0 || each.mainInformationPriority > 0 || isOfClass(each, USED)),
  );
  return used.length > 0 || hasHero ? used : properties.filter((each) => groupOf(each) === 'main');
}

/** Returns whether it is a mode with a single option, as some devices have: there is nothing to choose. */
const isSingleChoice = ({ controlInterfaces: [first] }: Property): boolean =>
  Array.isArray(first?.config['options']) && first.config['options'].length < 2;
