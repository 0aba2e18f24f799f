import { playOf } from '../loops/types.ts';
import { fill } from '../words/message.ts';
import { translated } from '../words/own-messages.ts';
import { word } from '../words/wording.ts';
import { single } from '../workers/form.ts';
import type { StepKind } from './step-kind.ts';

const messages = { scene: '[run] {scene}' };

/** Plays a scene. */
export const scene: StepKind = {
  messages,

  compile({ facts, problems }, part, path) {
    const id = String(part['scene']);
    if (facts.scenes.has(id)) return { op: 'scene', scene: id };
    return problems.add(`${path}.scene`, 'unknown_scene', 'This scene does not exist.');
  },

  skippedAs: 'scene',

  phrase(step, path, wording) {
    const { step: table, gone } = wording.speech.words;
    const at = `${path}.scene`;
    wording.last = undefined;
    const named = word(wording.names.scene(String(step['scene'])) ?? gone.scene, at, 'scene');
    return fill(translated(messages, table).scene, { scene: named }, { path: at, role: 'verb' });
  },

  loop(part, _facts, scenes) {
    const id = String(part['scene']);
    const writes = scenes.get(id) ?? [];
    return [{ set: playOf(id), value: true }, ...writes.map(({ key, value }) => ({ set: key, value }))];
  },

  form: single('play', 'scene', 'scene', 'scene', ['for']),

  offers: { tab: 'other', of: ({ scenes }) => scenes.map((id) => ({ part: { kind: 'scene', scene: id } })) },
};
