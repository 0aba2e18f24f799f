import { playOf } from '../loops/types.ts';
import { fillText } from '../words/history/history-wording.ts';
import { fill } from '../words/message.ts';
import { type Wording, word } from '../words/wording.ts';
import { phrasesOf, startsOf } from './messages.ts';
import { type TriggerKind, whenever } from './trigger-kind.ts';

const nameOf = (id: unknown, { names, speech }: Wording): string =>
  names.scene(String(id)) ?? speech.words.gone.scene;

/** Its messages in English: in sentences, and of the start of a run. */
export const sceneMessages = {
  phrase: { scene: '{scene} is [run]' },
  start: { scene: 'because {scene} was run at {time}' },
};

/** A scene that was played. */
export const scene: TriggerKind = {
  compile({ facts, problems }, part, path, base) {
    const id = String(part['scene']);
    if (facts.scenes.has(id)) return { kind: 'scene', ...base, scene: id };
    return problems.add(`${path}.scene`, 'unknown_scene', 'This scene does not exist.');
  },

  phrase(given, path, wording) {
    const at = `${path}.scene`;
    const named = word(nameOf(given['scene'], wording), at, 'scene');
    return whenever(
      wording,
      fill(
        phrasesOf(sceneMessages, wording.speech.words).scene,
        { scene: named },
        { path: at, role: 'verb' },
      ),
    );
  },

  because: ({ trigger, time }, wording) =>
    fillText(startsOf(sceneMessages, wording.history).scene, {
      scene: nameOf(trigger['scene'], wording),
      time,
    }),

  loop: (part) => [{ every: [{ property: playOf(String(part['scene'])), is: 'reports' }] }],

  offers: { tab: 'other', of: ({ scenes }) => scenes.map((id) => ({ part: { kind: 'scene', scene: id } })) },
};
