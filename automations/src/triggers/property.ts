import { isReadable } from '@azulejo/model';
import { testOf } from '../compile/comparison.ts';
import { durationOf, memberOf, propertiesOf } from '../compile/context.ts';
import { always } from '../compile/tests.ts';
import { parseDuration } from '../duration.ts';
import { testsOf } from '../loops/tests-of.ts';
import { fillText, type HistoryWording } from '../words/history/history-wording.ts';
import { fill } from '../words/message.ts';
import { translated } from '../words/own-messages.ts';
import { predicateFor } from '../words/predicate.ts';
import { ofProperty, subjectOf } from '../words/subject.ts';
import { valueText } from '../words/value.ts';
import { comparison } from '../workers/form.ts';
import { lasting } from './lasting.ts';
import { phraseMessages, phraseProperty } from './property-words.ts';
import { type Cause, type TriggerKind, whenever } from './trigger-kind.ts';

const startMessages = {
  binary: 'because {device} {did} at {time}',
  becomes: 'because {device} became {value} at {time}',
  stopsBeing: 'because {device} was no longer {value} at {time}',
  risesAbove: 'because {device} rose above {value} at {time}',
  fallsBelow: 'because {device} fell below {value} at {time}',
  changes: 'because {device} changed to {value} at {time}',
  reports: 'because {device} reported {value} at {time}',
};

/** A property, or one of a group. */
export const property: TriggerKind = {
  messages: phraseMessages,
  startMessages,

  compile(context, part, path, base) {
    const { is, for: duration } = part;
    const properties = propertiesOf(context, part, path);
    if (!properties) return undefined;
    const { found, of, isGroup } = properties;
    if (!found.every(isReadable))
      return context.problems.add(path, 'not_readable', 'The property does not report its value.');
    const on = is === 'changes' ? 'change' : is === 'reports' ? 'report' : 'edge';
    if (on !== 'edge' && duration !== undefined)
      return context.problems.add(`${path}.for`, 'invalid_part', 'A change or a report does not last.');
    const test = on === 'edge' ? testOf(context, part, found, path) : always;
    const forMs = duration === undefined ? undefined : durationOf(context, duration, `${path}.for`);
    const retriggers = part['retrigger'] === true;
    if (retriggers && (on !== 'edge' || duration !== undefined))
      return context.problems.add(`${path}.retrigger`, 'invalid_part', 'Only what becomes so fires again.');
    if (!test) return undefined;
    const members = found.map((each) => memberOf(context, each, base.id));
    const combine = isGroup && of === 'every' && on === 'edge' ? 'all' : 'each';
    return { kind: 'property', ...base, members, combine, on, test, forMs, retriggers, by: 'value' };
  },

  phrase(given, path, wording) {
    const pieces = phraseProperty(given, path, wording);
    const { again } = translated(phraseMessages, wording.speech.words.trigger);
    return whenever(wording, given['retrigger'] === true ? fill(again, { trigger: pieces }) : pieces);
  },

  because: (cause, wording) => lasting(becauseOf(cause, wording), cause.trigger, wording),

  loop(part, facts) {
    const found = testsOf(part, facts);
    if (found === undefined) return [];
    const forMs = parseDuration(part['for']);
    return found.isEvery
      ? [{ every: found.tests, forMs }]
      : found.tests.map((each) => ({ every: [each], forMs }));
  },

  form: comparison(
    ['becomes', 'stops-being', 'rises-above', 'falls-below', 'changes', 'reports'],
    ['value', 'unit', 'leeway', 'for', 'retrigger'],
  ),
};

const MESSAGES = {
  becomes: 'becomes',
  'stops-being': 'stopsBeing',
  'rises-above': 'risesAbove',
  'falls-below': 'fallsBelow',
  changes: 'changes',
  reports: 'reports',
} as const;

/** Names the device that started it, not the group of the trigger. */
function becauseOf({ start, trigger, path, time }: Cause, wording: HistoryWording): string {
  const { is } = trigger;
  const messages = translated(startMessages, wording.history.start);
  const isBinary = is === 'becomes' || is === 'stops-being';
  const value = trigger['value'] ?? start.after;
  const shown = is === 'stops-being' && typeof value === 'boolean' ? !value : value;
  const use = {
    namesProperty: (property: { classes: string[] }) =>
      isBinary && predicateFor(wording, property, shown) !== undefined,
  };
  const subject =
    start.property === undefined
      ? subjectOf(trigger, path, wording, use)
      : ofProperty(start.property, path, wording, use);
  const predicate = isBinary ? predicateFor(wording, subject.property, shown, subject.gender) : undefined;
  if (predicate) return fillText(messages.binary, { device: subject.pieces, did: predicate.did, time });
  const key = Object.hasOwn(MESSAGES, String(is)) ? MESSAGES[String(is) as keyof typeof MESSAGES] : undefined;
  if (key === undefined) return fillText(wording.history.start.other, { time });
  const given = key === 'changes' || key === 'reports' ? start.after : value;
  // The reported value is in the stored unit; the threshold may be in another.
  const unit = given === trigger['value'] ? trigger['unit'] : undefined;
  return fillText(messages[key], {
    device: subject.pieces,
    value: valueText(wording, given, unit, subject.property),
    time,
  });
}
