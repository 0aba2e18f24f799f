import type {
  Automation,
  AutomationCheck,
  AutomationReplacement,
  FieldError,
  Rehearsal,
} from '@azulejo/contract';
import type { Answer } from '../run.ts';
import { list, record, timeText } from '../text.ts';

type Problems = AutomationCheck['problems'];

/** Runs that are shown; `--json` has all. */
const SHOWN_RUNS = 10;

const STATES: Readonly<Record<Automation['health'], string>> = {
  fine: 'on',
  off: 'off',
  invalid: 'cannot run',
  incomplete: 'on, in part',
  failing: 'on, failing',
  stopped: 'stopped',
};

export function showAutomations(automations: readonly Automation[]): Answer {
  const rows = automations.map(({ health, definition, sentence, id }) => [
    STATES[health],
    definition.label,
    id,
    sentence,
  ]);
  return {
    data: automations,
    text: list(['STATE', 'NAME', 'ID', 'WHAT IT DOES'], rows, 'There are no automations yet.'),
  };
}

export function showAutomation(automation: Automation): Answer {
  const { definition, sentence, id, version, health, problems, last_run, next } = automation;
  const about = record(`${definition.label}: ${sentence}`, {
    id,
    state: STATES[health],
    version: String(version),
    'last run': last_run && timeText(Date.parse(last_run)),
    next: next && timeText(Date.parse(next)),
  });
  return {
    data: automation,
    text: problems.length === 0 ? about : `${about}\n\n${listProblems(problems)}`,
  };
}

/** Returns faults in the form of a definition as problems of it. */
export const toProblems = (faults: readonly FieldError[]): Problems =>
  faults.map(({ field, reason }) => ({ path: field, code: 'invalid_part', text: reason, severity: 'error' }));

export function showCheck(
  file: string,
  check: Pick<AutomationCheck, 'problems'> & Partial<AutomationCheck>,
): Answer {
  const { problems, sentence, also_set_by: others = [] } = check;
  const hasFailed = problems.some(({ severity }) => severity === 'error');
  const parts = [
    hasFailed ? `${file} cannot be saved.` : `${file} can be saved.`,
    ...(sentence === undefined ? [] : [sentence]),
    ...(problems.length === 0 ? [] : [listProblems(problems)]),
    ...(others.length === 0
      ? []
      : [
          list(
            ['ALSO SET BY', 'PLACE'],
            others.map(({ label, path }) => [label, path]),
            '',
          ),
        ]),
  ];
  return { data: check, text: parts.join('\n\n'), hasFailed };
}

const listProblems = (problems: Problems): string =>
  list(
    ['PLACE', 'SEVERITY', 'PROBLEM'],
    problems.map(({ path, severity, text }) => [path, severity, text]),
    '',
  );

export function showReplacement(replacement: AutomationReplacement): Answer {
  const { applied, automations } = replacement;
  const fitting = applied ? 'changed' : 'fits';
  const rows = automations.map(({ fits, label, id, sentence }) => [
    fits ? fitting : 'does not fit',
    label,
    id,
    sentence,
  ]);
  const parts = [
    list(['STATE', 'NAME', 'ID', 'WHAT IT DOES'], rows, 'No automation names this device.'),
    ...automations.flatMap(({ label, problems }) =>
      problems.length === 0 ? [] : [`${label}:\n${listProblems(problems)}`],
    ),
  ];
  const hasFailed = automations.some(({ fits }) => !fits);
  return { data: replacement, text: parts.join('\n\n'), hasFailed };
}

export function showRehearsal(label: string, rehearsal: Rehearsal, days: number): Answer {
  const { count, misses } = rehearsal;
  const period = days === 1 ? 'the last day' : `the last ${days} days`;
  const parts = [
    count === 0
      ? `“${label}” would not have run in ${period}.`
      : `“${label}” would have run ${times(count)} in ${period}.`,
    ...showFlapping(rehearsal),
    ...showDays(rehearsal),
    ...showRuns(rehearsal),
    ...(misses.length === 0 ? [] : [listMisses(misses)]),
    ...showCoverage(rehearsal),
  ];
  return { data: rehearsal, text: parts.join('\n\n') };
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

const showFlapping = ({ flapping }: Rehearsal): string[] =>
  flapping === undefined
    ? []
    : [
        `${flapping.path} ran ${times(flapping.runs)}, because the value flaps around its threshold. With a leeway of ${flapping.leeway} it would have run ${times(flapping.runs_with_leeway)}.`,
      ];

const showDays = ({ count, misses, days }: Rehearsal): string[] =>
  count === 0 && misses.length === 0
    ? []
    : [
        list(
          ['DAY', 'RUNS', 'DID NOT RUN'],
          days.map(({ date, runs, misses: not }) => [date, runs, not]),
          '',
        ),
      ];

function showRuns({ runs }: Rehearsal): string[] {
  if (runs.length === 0) return [];
  const rows = runs.slice(0, SHOWN_RUNS).map(({ at, because, steps }) => [toTime(at), because, steps.length]);
  return [list(['LAST RUNS', 'WHY', 'STEPS'], rows, '')];
}

const listMisses = (misses: Rehearsal['misses']): string =>
  list(
    ['DID NOT RUN', 'LAST', 'WHY'],
    misses.map(({ count, last: [last] }) => [times(count), last ? toTime(last.at) : '', last?.text ?? '']),
    '',
  );

function showCoverage({ coverage }: Rehearsal): string[] {
  const { from, to, is_truncated, gaps, without_values } = coverage;
  const unknown = without_values.map(
    ({ channel, component, property }) => `${channel} ${component}/${property}`,
  );
  const sentences = [
    ...(is_truncated
      ? [`Only ${toTime(from)} to ${toTime(to)} was examined, because there were too many events.`]
      : []),
    ...(gaps.length > 0 ? [`The server was off ${times(gaps.length)} in that time.`] : []),
    ...(unknown.length > 0 ? [`These had no value in that time: ${unknown.join(', ')}.`] : []),
  ];
  return sentences.length === 0 ? [] : [sentences.join('\n')];
}

const toTime = (timestamp: string): string => timeText(Date.parse(timestamp));
