import type { SceneOutcome } from '@azulejo/contract';
import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { errorText } from '../../../design/error-text.ts';
import { refusalText } from '../../data/live/access-labels.ts';
import { NotSent } from '../../data/live/writes.ts';
import type { Play } from './use-play.ts';

export type PlayText = { readonly text: string; readonly tone: 'pending' | 'done' | 'open' | 'failed' };

/** Returns the name of a device. */
export type NameOf = (channel: string) => string;

type Options = {
  readonly nameOf: NameOf;
  /** How many devices are named in a sentence; the others are counted. */
  readonly maxNames: number;
};

/** The states of a setting, the worst first: a device has the state of its worst setting. */
const STATES = ['refused', 'unanswered', 'answered', 'open', 'done', 'superseded'] as const;

/** Says how a play went: on how many devices it was done, and which of them did not carry it out. */
export function playText(play: Play, options: Options): PlayText {
  if (play.state === 'pending') return { text: t`Playing…`, tone: 'pending' };
  if (play.state === 'failed') {
    const { error } = play;
    return { text: error instanceof NotSent ? `${error.message}.` : errorText(error), tone: 'failed' };
  }
  return outcomesText(play.outcomes, options);
}

function outcomesText(outcomes: readonly SceneOutcome[], { nameOf, maxNames }: Options): PlayText {
  const devices = [...Map.groupBy(outcomes, ({ channel }) => channel).values()].flatMap(worstOf);
  const of = (state: SceneOutcome['state']) => devices.filter((each) => each.state === state);
  const [refused, silent, answered, open] = [of('refused'), of('unanswered'), of('answered'), of('open')];
  const done = devices.length - refused.length - silent.length - answered.length - open.length;
  const named = (some: readonly SceneOutcome[]) =>
    listText(
      some.map(({ channel }) => nameOf(channel)),
      maxNames,
    );
  const sentences = [
    done > 0 && plural(done, { one: 'Done on # device.', other: 'Done on # devices.' }),
    silent.length > 0 && silentText(silent.length, named(silent)),
    answered.length > 0 && answeredText(answered.length, named(answered)),
    ...refusedTexts(refused, named),
    open.length > 0 && openText(open.length, named(open)),
  ];
  const failed = refused.length + silent.length + answered.length;
  return {
    text: sentences.filter(Boolean).join(' '),
    tone: failed > 0 ? 'failed' : open.length > 0 ? 'open' : 'done',
  };
}

const worstOf = (outcomes: readonly SceneOutcome[]): readonly SceneOutcome[] =>
  outcomes.toSorted((one, other) => STATES.indexOf(one.state) - STATES.indexOf(other.state)).slice(0, 1);

const silentText = (count: number, names: string): string =>
  plural(count, { one: `${names} did not answer.`, other: `${names} did not answer.` });

const answeredText = (count: number, names: string): string =>
  plural(count, { one: `${names} set a different value.`, other: `${names} set different values.` });

const openText = (count: number, names: string): string =>
  plural(count, { one: `${names} has not answered yet.`, other: `${names} have not answered yet.` });

/** Returns texts about devices that refused; those with the same reason share one. */
function refusedTexts(
  refused: readonly SceneOutcome[],
  named: (some: readonly SceneOutcome[]) => string,
): readonly string[] {
  return [...Map.groupBy(refused, reasonText)].map(([reason, some]) => `${named(some)}: ${reason}`);
}

function reasonText({ reason, text }: SceneOutcome): string {
  if (reason === 'not_found') return t`You no longer have this device.`;
  return text ?? refusalText(reason);
}

/** Returns names as a list in a sentence. */
export function listText(names: readonly string[], maxNames: number): string {
  const rest = names.length - maxNames;
  const listed =
    rest > 0 ? [...names.slice(0, maxNames), plural(rest, { one: '# more', other: '# more' })] : names;
  return new Intl.ListFormat(i18n.locale || 'en', { type: 'conjunction' }).format(listed);
}
