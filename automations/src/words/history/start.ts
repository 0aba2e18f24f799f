import type { Start } from '../../decision.ts';
import { parseDuration, parseOffset } from '../../duration.ts';
import { textOf, type Word } from '../clauses.ts';
import { predicateFor } from '../predicate.ts';
import { durationText } from '../speech.ts';
import { ofProperty, subjectOf } from '../subject.ts';
import { phraseTrigger } from '../trigger.ts';
import { valueText } from '../value.ts';
import { deviceWord, type Given, isGiven, peopleWord, placeWord } from '../wording.ts';
import { fillText, type HistoryWording, triggerOf } from './history-wording.ts';

/**
 * Returns why a run began, such as `because motion was seen at 23:14`. `at` is when it began, and `by` the automation
 * that ran it, of a play that was a step of another one.
 */
export function describeStart(start: Start, at: number, wording: HistoryWording, by?: string): string {
  const { names, speech, history } = wording;
  const { start: messages } = history;
  const time = speech.moment(start.since ?? at, at);
  if (start.by === 'play') {
    if (by === undefined) return fillText(messages.play, { time });
    return fillText(messages.automation, {
      automation: names.automation(by) ?? speech.words.gone.automation,
      time,
    });
  }
  const found = triggerOf(wording, start.trigger);
  if (found === undefined) return fillText(messages.other, { time });
  const { trigger, path } = found;
  const { kind } = trigger;
  if (kind === 'time') return fillText(messages.time, { time: speech.moment(start.since ?? at) });
  if (kind === 'sun' && isGiven(trigger['sun'])) return phraseSun(trigger['sun'], path, time, wording);
  if (kind === 'interval') {
    const { lead, text } = speech.interval(parseDuration(trigger['every']) ?? 0);
    return fillText(messages.interval, { interval: `${lead} ${text}`, time });
  }
  if (kind === 'person') return phrasePerson(trigger, path, time, wording);
  if (kind === 'device') return phraseDevice(trigger, path, time, wording);
  if (kind === 'scene')
    return fillText(messages.scene, {
      scene: names.scene(String(trigger['scene'])) ?? speech.words.gone.scene,
      time,
    });
  if (kind === 'webhook') return fillText(messages.webhook, { time });
  return lasting(phraseProperty(start, trigger, path, time, wording), trigger, wording);
}

function lasting(because: string, trigger: Given, { speech, history }: HistoryWording): string {
  if (trigger['for'] === undefined) return because;
  return fillText(history.start.lasting, { because, duration: durationText(trigger['for'], speech) });
}

function phraseSun(sun: Given, path: string, time: string, wording: HistoryWording): string {
  const { start } = wording.history;
  const event = sun['event'] === 'sunrise' ? 'sunrise' : 'sunset';
  if ((parseOffset(sun['offset']) ?? 0) === 0) return fillText(start[event], { time });
  const { pieces } = phraseTrigger({ kind: 'sun', sun: { event, offset: sun['offset'] } }, path, wording);
  return fillText(start.nearSun, { what: textOf(pieces), time });
}

function phrasePerson(trigger: Given, path: string, time: string, wording: HistoryWording): string {
  const kind = trigger['person'] === 'leaves' ? 'leaves' : 'arrives';
  const isHome = trigger['place'] === 'home';
  return fillText(wording.history.start[isHome ? (`${kind}Home` as const) : kind], {
    who: peopleWord(wording, trigger['who'], path, 'or'),
    place: placeWord(wording, trigger['place'], path, kind),
    time,
  });
}

function phraseDevice(trigger: Given, path: string, time: string, wording: HistoryWording): string {
  const { start } = wording.history;
  const device: Word = deviceWord(wording, trigger['channel'], path);
  const duration = durationText(trigger['for'], wording.speech);
  if (trigger['device'] === 'silent') return fillText(start.silent, { device, duration, time });
  const message = trigger['device'] === 'reachable' ? start.reachable : start.unreachable;
  return lasting(fillText(message, { device, time }), trigger, wording);
}

const MESSAGES = {
  becomes: 'becomes',
  'stops-being': 'stopsBeing',
  'rises-above': 'risesAbove',
  'falls-below': 'fallsBelow',
  changes: 'changes',
  reports: 'reports',
} as const;

/** Names the device that started it, not the group of the trigger. */
function phraseProperty(
  start: Start,
  trigger: Given,
  path: string,
  time: string,
  wording: HistoryWording,
): string {
  const { is } = trigger;
  const { start: messages } = wording.history;
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
  if (key === undefined) return fillText(messages.other, { time });
  const given = key === 'changes' || key === 'reports' ? start.after : value;
  // The reported value is in the stored unit; the threshold may be in another.
  const unit = given === trigger['value'] ? trigger['unit'] : undefined;
  return fillText(messages[key], {
    device: subject.pieces,
    value: valueText(wording, given, unit, subject.property),
    time,
  });
}
