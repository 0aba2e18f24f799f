import type { Activity, HomeActivity } from '@azulejo/contract';
import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { IconPlayerPlay, IconPlus } from '../../../design/icons.generated.ts';
import { IconTrash } from '../../../design/page-icons.generated.ts';
import { ConditionIcon, KindIcon } from '../../../tiles/kind-icon.tsx';
import type { Device } from '../../devices/tiles/use-device.ts';
import type { Reading } from '../../kit/formats/reading.ts';
import { formatTime } from '../../person/preferences/use-preferences.ts';
import { alarmKinds } from '../alarms/alarm-kinds.ts';
import { activityText, whoText } from '../device/activity-text.ts';
import { Author } from '../device/author.tsx';
import classes from './activity.module.css';

type Props = {
  readonly each: HomeActivity;
  /** Undefined when it is not in the home any more. */
  readonly device: Device | undefined;
  readonly me: string | undefined;
  readonly reading: Reading;
};

/**
 * Shows one event in two lines: the device, then what happened and who did it. It links to the device; the
 * name of an automation links to its run.
 */
export function ActivityRow({ each, device, me, reading }: Props) {
  const { what, by } = textOf(each, device, me, reading);
  const moment = Date.parse(each.timestamp);
  const name = device?.name ?? each.name ?? t`A device that was removed`;
  return (
    <li className={classes.row}>
      <span
        className={classes.well}
        data-actor={each.by.type}
        data-alarm={each.type === 'alarm-started' || undefined}
      >
        {iconOf(each, device)}
      </span>
      <span className={classes.words}>
        <strong>
          {device && each.channel !== undefined ? (
            <Link to="/devices/$channelId" params={{ channelId: each.channel }}>
              {name}
            </Link>
          ) : (
            name
          )}
        </strong>
        <span>
          {what}
          <span className={classes.by}>
            {' · '}
            <Author by={each.by}>{by}</Author>
          </span>
        </span>
      </span>
      <time dateTime={new Date(moment).toISOString()}>{formatTime(moment, reading)}</time>
    </li>
  );
}

function textOf(each: HomeActivity, device: Device | undefined, me: string | undefined, reading: Reading) {
  const by = whoText(each.by, me);
  if (each.type === 'device-added') return { what: t`Added`, by };
  if (each.type === 'device-removed') return { what: t`Removed`, by };
  if (each.type === 'scene-played') return { what: t`Scene played`, by };
  if (each.alarm) return { what: alarmText(each.type, i18n._(alarmKinds[each.alarm.kind])), by };
  if (!device) return { what: t`Changed`, by };
  return activityText(each as Activity, device.channel, me, reading);
}

function alarmText(type: HomeActivity['type'], kind: string): string {
  if (type === 'alarm-started') return t`${{ kind }}: alarm`;
  return type === 'alarm-seen' ? t`${{ kind }}: acknowledged` : t`${{ kind }}: ended`;
}

function iconOf({ type, component, alarm }: HomeActivity, device: Device | undefined): ReactNode {
  if (type === 'device-added') return <IconPlus size={22} stroke={1.6} aria-hidden="true" />;
  if (type === 'device-removed') return <IconTrash size={22} stroke={1.6} aria-hidden="true" />;
  if (type === 'scene-played') return <IconPlayerPlay size={22} stroke={1.6} aria-hidden="true" />;
  if (alarm) return <ConditionIcon kind={alarm.kind} />;
  const components = device?.channel.components ?? [];
  const own = components.find(({ id }) => id === component) ?? components[0];
  return <KindIcon kind={own?.type} />;
}
