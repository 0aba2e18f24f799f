import type { Automation } from '@azulejo/contract';
import { plural, t } from '@lingui/core/macro';
import { onceEach } from './parts/once-each.ts';

/** Says in words what a person should look at. */
export type Trouble = {
  readonly tone: 'bad' | 'warning';
  readonly text: string;
  /** Whether it ends when the place of the home is known. */
  readonly isOfPlace?: boolean;
};

/** Problems that end when the place of the home is known: it has the sun and a time zone. */
const OF_PLACE: readonly string[] = ['no_position', 'no_time_zone'];
export const isOfPlace = (code: string): boolean => OF_PLACE.includes(code);

/** Whether an automation does not do what it should. */
export const needsLook = ({ health }: Pick<Automation, 'health'>): boolean =>
  health === 'invalid' || health === 'incomplete' || health === 'stopped' || health === 'failing';

/** Returns what is wrong with an automation, the worst first and each once; `at` is when it was stopped. */
export function troublesOf({ health, problems, stopped }: Automation, at: string): readonly Trouble[] {
  const reported = onceEach(problems).map(({ text, severity, code }): Trouble => {
    return { tone: severity === 'error' ? 'bad' : 'warning', text, isOfPlace: isOfPlace(code) };
  });
  return [
    ...(stopped ? [{ tone: 'bad', text: stopText(stopped, at) } as const] : []),
    ...reported.filter(({ tone }) => tone === 'bad'),
    ...(health === 'invalid' ? [{ tone: 'bad', text: t`So it does not run.` } as const] : []),
    ...(health === 'incomplete' ? [{ tone: 'warning', text: t`Its other parts still run.` } as const] : []),
    ...(health === 'failing'
      ? [{ tone: 'warning', text: t`The last run did not do all of its steps.` } as const]
      : []),
    ...reported.filter(({ tone }) => tone === 'warning'),
  ];
}

function stopText({ why, limit }: NonNullable<Automation['stopped']>, at: string): string {
  switch (why) {
    case 'runs-per-minute':
      return plural(limit, {
        one: `Switched off (${at}), because it ran more than # time in a minute.`,
        other: `Switched off (${at}), because it ran more than # times in a minute.`,
      });
    case 'runs-per-hour':
      return plural(limit, {
        one: `Switched off (${at}), because it ran more than # time in an hour.`,
        other: `Switched off (${at}), because it ran more than # times in an hour.`,
      });
    case 'steps-per-minute':
      return plural(limit, {
        one: `Switched off (${at}), because it took more than # step in a minute.`,
        other: `Switched off (${at}), because it took more than # steps in a minute.`,
      });
    case 'chain':
      return t`Switched off (${at}), because automations started each other again and again.`;
  }
}
