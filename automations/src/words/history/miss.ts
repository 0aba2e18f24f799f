import type { Address } from '@azulejo/model';
import type { Miss, Verdict } from '../../decision.ts';
import { phraseCondition } from '../condition.ts';
import { ofProperty } from '../subject.ts';
import { valueText } from '../value.ts';
import { asList, type Given, isGiven, peopleWord } from '../wording.ts';
import { chainText, fillText, type HistoryWording, triggerOf } from './history-wording.ts';

type ByReason<Reason extends Miss['reason']> = Extract<Miss, { readonly reason: Reason }>;

/** Returns why a trigger did not start a run, as a sentence such as `Held back: it was not dark.` */
export function describeMiss(miss: Miss, wording: HistoryWording): string {
  const { speech, history } = wording;
  const { miss: messages } = history;
  switch (miss.reason) {
    case 'condition-false':
      return phraseHeldBack(miss, wording);
    case 'condition-unknown':
      return phraseUnknown(miss, wording);
    case 'did-not-last':
      return fillText(messages.didNotLast, {
        lasted: speech.duration(miss.lastedMs),
        needed: speech.duration(miss.neededMs),
      });
    case 'still-running':
      return miss.isFull ? messages.tooMany : messages.stillRunning;
    case 'suppressed':
      return phraseJustRan(miss, wording);
    case 'missed':
      return fillText(messages.missed, { time: speech.moment(miss.due, miss.at) });
    case 'no-sun':
      return phraseNoSun(miss, wording);
    case 'disabled':
      return messages.disabled;
    case 'loop':
      return fillText(messages.loop, { automations: chainText(wording, miss.chain) });
    case 'not-true-before':
      return miss.wasKnown ? messages.trueBefore : messages.unknownBefore;
  }
}

function phraseJustRan(
  { ranAt, everyMs, at }: ByReason<'suppressed'>,
  { speech, history }: HistoryWording,
): string {
  const { lead, text } = speech.interval(everyMs);
  return fillText(history.miss.suppressed, {
    often: fillText(speech.words.again.atMost, { interval: `${lead} ${text}` }),
    time: speech.moment(ranAt, at),
  });
}

function phraseNoSun({ trigger }: ByReason<'no-sun'>, wording: HistoryWording): string {
  const { noSunrise, noSunset } = wording.history.miss;
  const sun = triggerOf(wording, trigger)?.trigger['sun'];
  return isGiven(sun) && sun['event'] === 'sunrise' ? noSunrise : noSunset;
}

type Found = { readonly condition: Given; readonly path: string; readonly verdict: Verdict | undefined };

/** Compiling refuses fewer levels than these. */
const MAX_DEPTH = 20;

/** Returns the condition that decided: of several that must all be true, the first that was not. */
function deciding(
  { definition }: HistoryWording,
  verdicts: readonly Verdict[],
  is: Verdict['is'],
): Found | undefined {
  const byId = new Map(verdicts.map((each) => [each.id, each]));
  const find = (condition: unknown, path: string, depth: number): Found | undefined => {
    if (!isGiven(condition)) return undefined;
    const verdict = byId.get(String(condition['id']));
    if (depth < MAX_DEPTH) {
      for (const [index, member] of asList(condition['all']).entries()) {
        const id = isGiven(member) ? String(member['id']) : '';
        if (byId.has(id) && byId.get(id)?.is === is) return find(member, `${path}.all[${index}]`, depth + 1);
      }
    }
    return { condition, path, verdict };
  };
  return find(definition.onlyIf, 'onlyIf', 0);
}

function phraseHeldBack(
  { conditions }: ByReason<'condition-false' | 'condition-unknown'>,
  wording: HistoryWording,
): string {
  const { miss: messages } = wording.history;
  const found = deciding(wording, conditions, false);
  if (found === undefined) return fillText(messages.conditionFalse, { condition: wording.speech.words.part });
  const { condition, path, verdict } = found;
  if (condition['sun'] === 'down') return messages.notDark;
  if (condition['sun'] === 'up') return messages.notLight;
  const held = fillText(messages.conditionFalse, { condition: phraseCondition(condition, path, wording) });
  const { value } = verdict ?? {};
  // A yes-or-no value is the opposite of what the condition says.
  if ((typeof value !== 'number' && typeof value !== 'string') || condition['kind'] === 'person') return held;
  const address = verdict?.of ?? condition['property'];
  const known = isGiven(address) ? wording.names.property(address as unknown as Address) : undefined;
  if (known === undefined) return held;
  return fillText(messages.valueWas, { held, value: valueText(wording, value, undefined, known.property) });
}

function phraseUnknown(
  { conditions }: ByReason<'condition-false' | 'condition-unknown'>,
  wording: HistoryWording,
): string {
  const { miss: messages } = wording.history;
  const found = deciding(wording, conditions, null);
  if (found === undefined) return fillText(messages.unknown, { condition: wording.speech.words.part });
  const { condition, path, verdict } = found;
  if (condition['kind'] === 'person')
    return fillText(messages.personUnknown, { who: peopleWord(wording, condition['who'], path, 'or') });
  const address = verdict?.of ?? condition['property'];
  if (isGiven(address) && wording.names.property(address as unknown as Address)) {
    const { pieces } = ofProperty(address, path, wording, { namesProperty: () => false });
    return fillText(messages.noValue, { device: pieces });
  }
  return fillText(messages.unknown, { condition: phraseCondition(condition, path, wording) });
}
