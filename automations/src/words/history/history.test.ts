import assert from 'node:assert/strict';
import { describe as suite, test } from 'node:test';
import { addressKey } from '@azulejo/model';
import type { Miss, MissReason, Start } from '../../decision.ts';
import { withPartIds } from '../../part-ids.ts';
import type { Problem } from '../../problems.ts';
import { createSpeech, type Describable } from '../index.ts';
import { forms } from '../testing/forms.ts';
import { languages } from '../testing/languages.ts';
import { at, names } from '../testing/names.ts';
import {
  describeCondition,
  describeLoop,
  describeMiss,
  describeOutcome,
  describeProblem,
  describeStart,
  describeStep,
  describeStepOutcome,
  describeStop,
  describeVerdictValue,
  describeWhyNot,
  type HistoryWording,
} from './index.ts';

/** 2026-11-22 23:14 in Lisbon, which has UTC in winter. */
const AT = Date.UTC(2026, 10, 22, 23, 14);
const MINUTE = 60_000;

const wordings = languages.map((words) => ({
  names,
  speech: createSpeech(words, { zone: 'Europe/Lisbon' }),
  history: words.history,
}));
type Base = (typeof wordings)[number];
const [english, german] = wordings as [Base, Base];
const withForm = (base: Base, name: string): HistoryWording => ({
  ...base,
  definition: withPartIds({ label: 'x', ...(forms[name] as Describable) }),
});
const because = (base: Base, name: string, start: Partial<Start> = {}) =>
  describeStart({ by: 'value', trigger: 't1', ...start }, AT, withForm(base, name));
const missed = (base: Base, name: string, reason: MissReason) =>
  describeMiss(
    { type: 'miss', at: AT, automation: 'A', version: 1, trigger: 't1', ...reason } as Miss,
    withForm(base, name),
  );

test('says why a run began', () => {
  const of = (name: string, start?: Partial<Start>) => because(english, name, start);
  assert.deepEqual(
    [
      of('becomes true'),
      of('stops being true'),
      of('stays so', { since: AT - 5 * MINUTE }),
      of('rises above', { after: 21.4 }),
      of('changes', { after: 'comfort' }),
      of('reports', { after: 19.25 }),
      of('any of a group', { property: at('door.open'), after: true }),
      of('silent'),
      of('unreachable for a while', { since: AT - 10 * MINUTE }),
      of('time', { since: AT }),
      of('sunset'),
      of('before sunset'),
      of('every hour'),
      of('person leaves home'),
      of('scene'),
      of('web address'),
      of('is', { by: 'play' }),
      of('is', { trigger: 't9' }),
    ],
    [
      'because Hall motion detected motion at 23:14',
      'because Front door was closed at 23:14',
      'because Front door was opened at 23:09, and it stayed so for 5 minutes',
      'because Bedroom · Temperature rose above 21 °C at 23:14',
      'because Bedroom · Mode changed to Comfort at 23:14',
      'because Bedroom · Temperature reported 19.25 °C at 23:14',
      'because Front door was opened at 23:14',
      'because Freezer had said nothing for 1 hour at 23:14',
      'because Freezer could not be reached at 23:04, and it stayed so for 10 minutes',
      'because it was 23:14',
      'because the sun set at 23:14',
      'because it was 15 minutes before sunset (23:14)',
      'because it runs every hour (23:14)',
      'because Ana left home at 23:14',
      'because Movie night was run at 23:14',
      'because its web address was called at 23:14',
      'because someone ran it at 23:14',
      'because of something that happened at 23:14',
    ],
  );
  assert.equal(because(german, 'becomes true'), 'weil Hall motion um 23:14 Bewegung erkannt hat');
});

test('names the automation that ran another one', () => {
  const start = { by: 'play' } as const;
  assert.equal(
    describeStart(start, AT, withForm(english, 'is'), 'A'),
    'because Holiday look ran it at 23:14',
  );
});

test('says why a trigger did not start a run', () => {
  const of = (name: string, reason: MissReason) => missed(english, name, reason);
  const verdicts = (is: boolean | null, value?: unknown) => [{ id: 'c1', is, value }];
  assert.deepEqual(
    [
      of('dark', { reason: 'condition-false', conditions: verdicts(false) }),
      of('above', { reason: 'condition-false', conditions: verdicts(false, 17.2) }),
      of('is', { reason: 'condition-false', conditions: verdicts(false, false) }),
      of('above', { reason: 'condition-unknown', conditions: verdicts(null, null) }),
      of('at home', { reason: 'condition-unknown', conditions: verdicts(null) }),
      of('is reachable', { reason: 'condition-unknown', conditions: verdicts(null) }),
      of('stays so', { reason: 'did-not-last', lastedMs: 190_000, neededMs: 300_000 }),
      of('is', { reason: 'still-running', run: 'r', isFull: false }),
      of('is', { reason: 'still-running', run: 'r', isFull: true }),
      of('is', { reason: 'suppressed', ranAt: AT - 30 * MINUTE, everyMs: 60 * MINUTE }),
      of('time', { reason: 'missed', due: AT - 24 * 60 * MINUTE, lateMs: MINUTE }),
      of('after sunrise', { reason: 'no-sun' }),
      of('is', { reason: 'disabled' }),
      of('is', { reason: 'loop', chain: ['A', 'gone'] }),
      of('is', { reason: 'not-true-before', wasKnown: true }),
      of('is', { reason: 'not-true-before', wasKnown: false }),
    ],
    [
      'Held back: it was not dark.',
      'Held back: it runs only if Bedroom · Temperature is above 18 °C. The value was 17.2 °C.',
      'Held back: it runs only if Front door is open.',
      'Not known: Bedroom · Temperature had no value.',
      'Not known where Ana was.',
      'Not known whether Freezer can be reached.',
      'Did not last: it was so for 3 minutes and 10 seconds of 5 minutes.',
      'It was already running.',
      'Too many at once: ten were already running or waiting.',
      'Just ran: it runs at most once every hour, and it ran at 22:44.',
      'Missed: Nov 21, 23:14 passed while the server was off.',
      'There was no sunrise that day.',
      'It was switched off.',
      'Stopped, because automations started each other: Holiday look → an automation that is gone.',
      'It was already true.',
      'There was no value before, so nothing had changed.',
    ],
  );
});

test('describes conditions, steps and values', () => {
  const condition = (name: string, id: string) => describeCondition({ id }, withForm(english, name));
  assert.deepEqual(
    [condition('dark', 'c1'), condition('above', 'c1'), condition('and, either', 'c4')],
    ['it is dark', 'Bedroom · Temperature is above 18 °C', 'Sofa lamp is on'],
  );
  const value = (name: string, verdict: { value?: unknown; of?: ReturnType<typeof at> }) =>
    describeVerdictValue({ id: 'c1', is: false, ...verdict }, withForm(english, name));
  assert.deepEqual(
    [
      value('above', { value: 17.2 }),
      value('above', { value: null }),
      value('dark', {}),
      value('is', { value: false, of: at('light.status') }),
    ],
    ['17.2 °C', undefined, undefined, 'Off'],
  );
  const properties = { class: 'control.status', of: 'every' } as const;
  const definition = withPartIds({
    label: 'x',
    when: [],
    then: [
      { kind: 'set', set: { properties }, value: false },
      { kind: 'wait', wait: 'PT3M' },
    ],
  });
  const step = (record: Parameters<typeof describeStep>[0]) =>
    describeStep(record, { ...english, definition });
  assert.deepEqual(
    [
      step({ step: 's1' }),
      step({ step: 's1', property: at('lamp.status'), value: false }),
      step({ step: 's2' }),
    ],
    ['turn off all devices', 'turn off Sofa lamp', 'wait 3 minutes'],
  );
});

test('names the first of several conditions that was not true', () => {
  const conditions = [
    { id: 'c1', is: false },
    { id: 'c2', is: true },
    { id: 'c3', is: false },
  ];
  assert.equal(
    missed(german, 'and, either', { reason: 'condition-false', conditions }),
    'Zurückgehalten: Sie läuft nur, wenn entweder Sofa lamp an ist oder es nach 22:00 ist.',
  );
});

test('says why an automation did not run in a minute', () => {
  const start = { by: 'value', trigger: 't1' } as const;
  const miss = (reason: MissReason) =>
    ({ type: 'miss', at: AT, automation: 'A', version: 1, ...reason }) as Miss;
  const nothing = { kind: 'replayed', runs: [], misses: [], isEnabled: true } as const;
  const of = (found: Partial<Parameters<typeof describeWhyNot>[0]>, base = english) =>
    describeWhyNot({ ...nothing, ...found }, withForm(base, 'becomes true'));
  const late = miss({ reason: 'not-true-before', wasKnown: true });
  assert.deepEqual(
    [
      of({}),
      of({ isEnabled: false }),
      of({ kind: 'not-yet' }),
      of({ kind: 'no-record' }),
      of({ runs: [{ start, at: AT }], misses: [late] }),
      of({ misses: [miss({ reason: 'disabled' }), late] }),
      of({ misses: [late] }),
      of({ runs: [{ start, at: AT }] }, german),
    ],
    [
      'Nothing happened then that starts it.',
      'It is switched off now. Nothing happened then that starts it.',
      'It did not exist yet.',
      'What happened then is no longer stored.',
      'It would have run because Hall motion detected motion at 23:14.',
      'It was switched off.',
      'It was already true.',
      'Sie wäre gelaufen, weil Hall motion um 23:14 Bewegung erkannt hat.',
    ],
  );
});

test('says how runs and steps ended, and why an automation was stopped', () => {
  const { history } = english;
  assert.equal(describeOutcome('partly', history, { done: 2, all: 3 }), 'Partly done: 2 of 3 steps');
  assert.equal(describeOutcome('partly', history), 'Partly done');
  assert.equal(describeStepOutcome('unanswered', history), 'Did not answer, tried twice');
  assert.equal(
    describeStop({ why: 'runs-per-minute', limit: 60, chain: [] }, english),
    'Stopped: 60 runs in one minute.',
  );
});

test('describes a loop', () => {
  const story = [
    { automation: 'new', property: addressKey(at('light.status')), value: false, afterMs: 1000 },
    { automation: 'A', property: 'scene S', value: true, afterMs: 0 },
  ];
  assert.deepEqual(describeLoop({ kind: 'loop', story }, english, 'new'), {
    title: 'This would never end.',
    lines: [
      { automation: 'new', text: 'This automation: turn off Hall light', after: 'after 1 second' },
      { automation: 'A', text: 'Holiday look: run Movie night', after: 'at once' },
    ],
  });
  assert.deepEqual(
    describeLoop({ kind: 'possible', automations: ['new', 'A'], isExhaustive: true }, english, 'new'),
    {
      title: 'This may never end: This automation and Holiday look can start each other.',
      lines: [],
    },
  );
  assert.equal(describeLoop({ kind: 'none' }, english), undefined);
});

/** Returns all texts of a value by their paths. */
function textsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value ?? {}).flatMap(([key, each]) => textsOf(each, `${path}.${key}`));
}

for (const wording of wordings) {
  const { language } = wording.speech.words;
  suite(`in ${language}`, () => {
    test('translates history texts with the placeholders of the English messages', () => {
      const texts = new Map(textsOf(wording.history));
      const holesOf = (text = '') => (text.match(/\{\w+\}/g) ?? []).toSorted();
      for (const [path, text] of textsOf(english.history)) {
        assert.ok(texts.get(path)?.trim(), `${path} is missing`);
        assert.deepEqual(holesOf(texts.get(path)), holesOf(text), path);
      }
    });

    test('leaves no placeholder in the words of any form', () => {
      const conditions = ['c1', 'c2', 'c3', 'c4'];
      const reasons: MissReason[] = [
        { reason: 'condition-false', conditions: conditions.map((id) => ({ id, is: false, value: 3 })) },
        { reason: 'condition-unknown', conditions: conditions.map((id) => ({ id, is: null })) },
      ];
      for (const name of Object.keys(forms)) {
        const texts = [because(wording, name), ...reasons.map((reason) => missed(wording, name, reason))];
        for (const text of texts) assert.doesNotMatch(text, /[{}|]|undefined/, name);
      }
    });

    test('has a sentence for each problem of a definition', () => {
      for (const code of Object.keys(english.history.problem) as Problem['code'][])
        assert.match(describeProblem({ code }, wording.history), /\.$/, code);
    });
  });
}
