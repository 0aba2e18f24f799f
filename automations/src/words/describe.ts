import { parseDuration } from '../duration.ts';
import type { Clause, Clauses, Part, Piece } from './clauses.ts';
import { phraseCondition } from './condition.ts';
import { fill, joined } from './message.ts';
import type { Names } from './names.ts';
import { durationText, type Speech } from './speech.ts';
import { phraseSteps } from './step.ts';
import { type PhrasedTrigger, phraseTrigger } from './trigger.ts';
import { asList, type Describable, isGiven, type Wording, word } from './wording.ts';

export type { Describable };

/** Returns the sentence of an automation in clauses. */
export function describe(definition: Describable, names: Names, speech: Speech): Clauses {
  const wording = { names, speech };
  const when = asList(definition.when);
  const described = when.map((each, index) => phraseTrigger(each, `when[${index}]`, wording));
  const whenClause = clauseOfTriggers(described, speech);
  const onlyIf = definition.onlyIf === undefined ? undefined : clauseOfConditions(definition.onlyIf, wording);
  const then = clauseOfSteps(asList(definition.then), when, wording);
  const isTime = described.some((each) => each.isTime) && described[0]?.isTime === true;
  const { sentence } = speech.words;
  const message = onlyIf ? sentence[isTime ? 'atIf' : 'whenIf'] : sentence[isTime ? 'at' : 'when'];
  const whenPieces = piecesOf(whenClause);
  const again = joined([
    ...(when.length > 0 ? againOf(definition, speech) : []),
    ...lateOf(definition.late, when.length > 0, speech),
  ]);
  return {
    when: whenClause,
    ...(onlyIf && { onlyIf }),
    then,
    ...(again.length > 0 && { again }),
    sentence: capitalized(
      fill(message, {
        when: joined([whenClause.lead === '' ? '' : `${whenClause.lead} `, ...whenPieces]),
        onlyIf: onlyIf ? piecesOf(onlyIf) : [],
        then: piecesOf(then),
      }),
      speech,
    ),
  };
}

const piecesOf = ({ parts }: Clause): Piece[] =>
  joined(parts.flatMap(({ joint, pieces }) => [joint, ...pieces]));

/** Returns pieces with a capital at the beginning, be it of a text or of a word. */
function capitalized([first, ...others]: readonly Piece[], { capital }: Speech): Piece[] {
  if (first === undefined) return [];
  return [typeof first === 'string' ? capital(first) : { ...first, text: capital(first.text) }, ...others];
}

function clauseOfTriggers(described: readonly PhrasedTrigger[], speech: Speech): Clause {
  const { leads, joints, trigger } = speech.words;
  const [first] = described;
  if (first === undefined) {
    const pieces = fill(trigger.byHand, {}, { path: 'when', role: 'verb' });
    return { lead: speech.capital(leads.when), parts: [{ path: 'when', joint: '', pieces }] };
  }
  const parts = described.map(({ lead, pieces }, index): Part => {
    const before = described[index - 1]?.lead;
    const again = lead === before || lead === '' ? '' : `${lead} `;
    return { path: `when[${index}]`, joint: index === 0 ? '' : `${joints.or}${again}`, pieces };
  });
  return { lead: speech.capital(first.lead), parts };
}

/** Returns the clause of conditions. The members of one group at the top are parts of the clause. */
function clauseOfConditions(condition: unknown, wording: Wording): Clause {
  const { leads, joints } = wording.speech.words;
  const members = isGiven(condition) && condition['kind'] === 'all' ? condition['all'] : undefined;
  const listed = asList(members);
  const parts =
    listed.length === 0
      ? [{ path: 'onlyIf', joint: '', pieces: phraseCondition(condition, 'onlyIf', wording) }]
      : listed.map((each, index): Part => {
          const path = `onlyIf.all[${index}]`;
          return { path, joint: index === 0 ? '' : joints.and, pieces: phraseCondition(each, path, wording) };
        });
  return { lead: leads.onlyIf, parts };
}

function clauseOfSteps(steps: readonly unknown[], when: readonly unknown[], wording: Wording): Clause {
  const { leads, joints, step } = wording.speech.words;
  const described = phraseSteps(steps, 'then', { ...wording, when, last: undefined });
  const parts = described.map(({ path, pieces }, index): Part => {
    return { path, joint: index === 0 ? '' : joints.step, pieces };
  });
  const nothing = { path: 'then', joint: '', pieces: [word(step.nothing, 'then', 'part')] };
  return { lead: leads.then, parts: parts.length === 0 ? [nothing] : parts };
}

function againOf({ mode = 'single', atMostEvery }: Describable, speech: Speech): Piece[] {
  const { again, sentence } = speech.words;
  const ms = parseDuration(atMostEvery);
  const interval = ms === undefined ? undefined : speech.interval(ms);
  const often =
    interval === undefined
      ? again.always
      : fill(again.atMost, { interval: `${interval.lead} ${interval.text}`.trim() }).join('');
  return fill(sentence.again, {
    mode: word(Object.hasOwn(again, mode) ? again[mode] : again.single, 'mode', 'mode'),
    often: word(often, 'atMostEvery', 'duration'),
  });
}

/** How late they may be set if a definition says nothing. */
const DEFAULT_LATE = 'skip-after:PT15M';

/** Tells how late devices may be set after an outage, unless it is as usual. */
function lateOf(late: string | undefined, isAfterText: boolean, speech: Speech): Piece[] {
  if (late === undefined || late === DEFAULT_LATE) return [];
  const { again, sentence } = speech.words;
  const duration = durationText(late.replace('skip-after:', ''), speech);
  const text = late === 'always' ? again.lateAlways : fill(again.lateAtMost, { duration }).join('');
  return [isAfterText ? ' ' : '', ...fill(sentence.late, { late: word(text, 'late', 'mode') })];
}
