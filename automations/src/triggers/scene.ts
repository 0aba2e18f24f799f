import { playOf } from '../loops/types.ts';
import { fillText } from '../words/history/history-wording.ts';
import { fill } from '../words/message.ts';
import { translated } from '../words/own-messages.ts';
import { type Wording, word } from '../words/wording.ts';
import { type TriggerKind, whenever } from './trigger-kind.ts';

const nameOf = (id: unknown, { names, speech }: Wording): string =>
  names.scene(String(id)) ?? speech.words.gone.scene;

const messages = { scene: '{scene} is [run]' };
const startMessages = { scene: 'because {scene} was run at {time}' };

/** A scene that was played. */
export const scene: TriggerKind = {
  messages,
  startMessages,

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
        translated(messages, wording.speech.words.trigger).scene,
        { scene: named },
        { path: at, role: 'verb' },
      ),
    );
  },

  because: ({ trigger, time }, wording) =>
    fillText(translated(startMessages, wording.history.start).scene, {
      scene: nameOf(trigger['scene'], wording),
      time,
    }),

  loop: (part) => [{ every: [{ property: playOf(String(part['scene'])), is: 'reports' }] }],

  offers: { tab: 'other', of: ({ scenes }) => scenes.map((id) => ({ part: { kind: 'scene', scene: id } })) },
};
