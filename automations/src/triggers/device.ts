import { durationOf, memberOf } from '../compile/context.ts';
import { reachable, unreachable } from '../compile/tests.ts';
import { accessOf } from '../facts.ts';
import { fillText } from '../words/history/history-wording.ts';
import { fill } from '../words/message.ts';
import { translated } from '../words/own-messages.ts';
import { durationText } from '../words/speech.ts';
import { deviceWord, word } from '../words/wording.ts';
import { device as deviceForm } from '../workers/form.ts';
import { lasting } from './lasting.ts';
import { type TriggerKind, whenever } from './trigger-kind.ts';

const messages = {
  unreachable: '{device} [cannot be reached]',
  unreachableFor: '{device} [cannot be reached] for {duration}',
  reachable: '{device} [can be reached] again',
  reachableFor: '{device} [can be reached] for {duration}',
  silent: '{device} [says nothing] for {duration}',
};
const startMessages = {
  unreachable: 'because {device} could not be reached at {time}',
  reachable: 'because {device} could be reached again at {time}',
  silent: 'because {device} had said nothing for {duration} at {time}',
};

/** A device that cannot be reached, or reports nothing. */
export const device: TriggerKind = {
  messages,
  startMessages,

  compile(context, part, path, base) {
    const { channel, device: is } = part;
    const access = accessOf(channel, context.facts);
    if (typeof channel !== 'string' || access.length === 0)
      return context.problems.add(`${path}.channel`, 'unknown_device', 'This device no longer exists.');
    const needsDuration = is === 'silent' || part['for'] !== undefined;
    const forMs = needsDuration ? durationOf(context, part['for'], `${path}.for`) : undefined;
    if (needsDuration && forMs === undefined) return undefined;
    if (is === 'silent') return { kind: 'silent', ...base, channel, forMs: forMs ?? 0 };
    return {
      kind: 'property',
      ...base,
      members: access.map((address) => memberOf(context, address, base.id)),
      combine: is === 'unreachable' ? 'some' : 'all',
      on: 'edge',
      test: is === 'unreachable' ? unreachable : reachable,
      forMs,
      retriggers: false,
      by: 'device',
    };
  },

  phrase(given, path, wording) {
    const trigger = translated(messages, wording.speech.words.trigger);
    const hasFor = given['for'] !== undefined;
    const is = given['device'];
    const message =
      is === 'silent'
        ? trigger.silent
        : is === 'reachable'
          ? trigger[hasFor ? 'reachableFor' : 'reachable']
          : trigger[hasFor ? 'unreachableFor' : 'unreachable'];
    const holes = {
      device: deviceWord(wording, given['channel'], `${path}.channel`),
      duration: word(durationText(given['for'], wording.speech), `${path}.for`, 'duration'),
    };
    return whenever(wording, fill(message, holes, { path: `${path}.device`, role: 'verb' }));
  },

  because({ trigger, path, time }, wording) {
    const start = translated(startMessages, wording.history.start);
    const named = deviceWord(wording, trigger['channel'], path);
    const duration = durationText(trigger['for'], wording.speech);
    if (trigger['device'] === 'silent') return fillText(start.silent, { device: named, duration, time });
    const message = trigger['device'] === 'reachable' ? start.reachable : start.unreachable;
    return lasting(fillText(message, { device: named, time }), trigger, wording);
  },

  form: deviceForm(['unreachable', 'reachable', 'silent'], ['for']),
};
