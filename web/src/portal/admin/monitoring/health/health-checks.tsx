import type { PortalCheck } from '@azulejo/contract';
import { plural, t } from '@lingui/core/macro';
import { Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '../../../../design/page-icons.generated.ts';
import { sentence } from '../../../ui/sentence.ts';
import classes from './health-checks.module.css';

const looks = () =>
  ({
    good: { word: t`Good`, icon: IconCircleCheck },
    attention: { word: t`Needs attention`, icon: IconAlertTriangle },
    bad: { word: t`Bad`, icon: IconCircleX },
  }) as const;

const ORDER = ['bad', 'attention', 'good'] as const;

/** Lists the checks; problems come first. */
export function HealthChecks({ checks }: { checks: readonly PortalCheck[] }) {
  const sorted = ORDER.flatMap((state) => checks.filter((check) => check.state === state));
  const worst = sorted[0]?.state ?? 'good';
  const { icon: Icon } = looks()[worst];
  return (
    <>
      <div className={classes.summary} data-state={worst} role="status">
        <Icon size={26} stroke={1.6} aria-hidden />
        <Text fw={600} size="lg">
          {summaryOf(checks)}
        </Text>
      </div>
      <ul className={classes.list}>
        {sorted.map((check) => (
          <Check key={check.check} check={check} />
        ))}
      </ul>
    </>
  );
}

function summaryOf(checks: readonly PortalCheck[]): string {
  const bad = checks.filter(({ state }) => state === 'bad').length;
  const attention = checks.filter(({ state }) => state === 'attention').length;
  if (bad + attention === 0) return t`All is well`;
  const words = [
    ...(bad > 0 ? [plural(bad, { one: '# is bad', other: '# are bad' })] : []),
    ...(attention > 0 ? [plural(attention, { one: '# needs attention', other: '# need attention' })] : []),
  ];
  return words.join(', ');
}

function Check({ check: { check, state, says, todo } }: { check: PortalCheck }) {
  const { word, icon: Icon } = looks()[state];
  return (
    <li className={classes.check}>
      <span className={classes.state} data-state={state}>
        <Icon size={20} stroke={1.6} aria-hidden />
      </span>
      <div className={classes.words}>
        <Group gap="xs">
          <Text fw={600}>{check}</Text>
          <Text size="sm" className={classes.state ?? ''} data-state={state}>
            {word}
          </Text>
        </Group>
        <Text size="sm" c="dimmed">
          {sentence(says)}
        </Text>
        {todo !== undefined && <Text size="sm">{sentence(todo)}.</Text>}
      </div>
    </li>
  );
}
