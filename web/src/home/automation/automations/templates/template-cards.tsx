import type { AutomationTemplate } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Icon } from '../../../../design/icon.ts';
import {
  IconBattery,
  IconBolt,
  IconDoor,
  IconDroplet,
  IconTemperature,
  IconWifiOff,
} from '../../../../design/icons.generated.ts';
import { TilePattern } from '../../../../design/pattern.tsx';
import { useSession } from '../../../data/session/session.ts';
import { Count } from '../rehearsal/count.tsx';
import {
  IconAlarm,
  IconBeach,
  IconDoorExit,
  IconHomeHeart,
  IconSnowflake,
  IconWalk,
  IconWindow,
} from './template-icons.generated.ts';
import classes from './templates.module.css';
import { COUNTS, countQuery } from './templates-query.ts';

type Props = {
  readonly templates: readonly AutomationTemplate[];
  /** The level of the headings of the cards. */
  readonly heading: 'h2' | 'h3';
};

/** Shows ready automations, each with its sentence and how often it would have run last week. */
export function TemplateCards({ templates, heading }: Props) {
  const counts = useCounts(templates);
  return (
    <ul className={classes.cards}>
      {templates.map((template) => (
        <Card key={template.id} template={template} heading={heading} count={counts.get(template.id)} />
      ))}
    </ul>
  );
}

type CardProps = {
  readonly template: AutomationTemplate;
  readonly heading: Props['heading'];
  /** Null if it could not be found out, undefined while it is not known yet. */
  readonly count: number | null | undefined;
};

/** Shows a ready automation. Using it opens the editor, where it is changed and saved. */
function Card({ template: { id, title, sentence }, heading: Heading, count }: CardProps) {
  return (
    <li className={classes.card}>
      <TilePattern className={classes.pattern} />
      <span className={classes.icon}>
        <TemplateIcon id={id} />
      </span>
      <Heading>{title}</Heading>
      <p className={classes.sentence}>{sentence}</p>
      <p className={classes.count}>
        {count === undefined && <Trans>Looking through last week …</Trans>}
        {count === null && <Trans>Cannot look back</Trans>}
        {typeof count === 'number' && <Count count={count} />}
      </p>
      <Link
        to="/automations/new"
        search={{ template: id }}
        className={classes.use}
        aria-label={t`Use ${{ automation: title }}`}
      >
        <Trans>Use</Trans>
      </Link>
    </li>
  );
}

const icons: Readonly<Record<string, Icon>> = {
  'motion-light': IconWalk,
  'door-left-open': IconDoor,
  'heating-schedule': IconTemperature,
  'all-off': IconDoorExit,
  'water-leak': IconDroplet,
  freezer: IconSnowflake,
  'shutter-with-the-sun': IconWindow,
  'wake-up-light': IconAlarm,
  'battery-low': IconBattery,
  'device-silent': IconWifiOff,
  'welcome-home': IconHomeHeart,
  'holiday-look': IconBeach,
};

/** Shows the picture of a ready automation, or a general one if this page does not know it. */
function TemplateIcon({ id }: { id: string }) {
  const Drawing = icons[id] ?? IconBolt;
  return <Drawing size={22} stroke={1.6} aria-hidden="true" />;
}

/** There are twelve ready automations; more are not counted. */
const MAX_COUNTED = 12;

/** How often each would have run last week by its id, or null where that could not be found out. */
type Counts = ReadonlyMap<string, number | null>;

/**
 * Asks how often each template would have run, one after the other, because a person can have one rehearsal at a
 * time. It stops when the page is left.
 */
function useCounts(templates: readonly AutomationTemplate[]): Counts {
  const { client } = useSession();
  const queries = useQueryClient();
  const [counts, setCounts] = useState<Counts>(new Map());
  useEffect(() => {
    let isLeft = false;
    const ask = async () => {
      for (const template of templates.slice(0, MAX_COUNTED)) {
        const count = await queries.fetchQuery(countQuery(client, template)).catch(() => null);
        if (isLeft) return;
        setCounts((before) => new Map(before).set(template.id, count));
      }
    };
    void ask();
    return () => {
      isLeft = true;
      void queries.cancelQueries({ queryKey: COUNTS });
    };
  }, [client, queries, templates]);
  return counts;
}
