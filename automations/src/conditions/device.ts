import { memberOf } from '../compile/context.ts';
import { ofMembers } from '../compile/members.ts';
import { reachable, unreachable } from '../compile/tests.ts';
import { accessOf } from '../facts.ts';
import { fill } from '../words/message.ts';
import { translated } from '../words/own-messages.ts';
import { deviceWord } from '../words/wording.ts';
import { device as deviceForm } from '../workers/form.ts';
import type { ConditionKind } from './condition-kind.ts';

const messages = {
  unreachable: '{device} [cannot be reached]',
  reachable: '{device} [can be reached]',
};

/** Whether a device can be reached. */
export const device: ConditionKind = {
  messages,

  compile({ context, collected, id }, part, path) {
    const members = accessOf(part['channel'], context.facts).map((each) => memberOf(context, each, id));
    if (members.length === 0)
      return context.problems.add(`${path}.channel`, 'unknown_device', 'This device no longer exists.');
    const isReachable = part['device'] === 'reachable';
    return ofMembers(collected, members, isReachable ? reachable : unreachable, !isReachable, id);
  },

  phrase(given, path, wording) {
    const condition = translated(messages, wording.speech.words.condition);
    return fill(
      given['device'] === 'reachable' ? condition.reachable : condition.unreachable,
      { device: deviceWord(wording, given['channel'], `${path}.channel`) },
      { path: `${path}.device`, role: 'verb' },
    );
  },

  form: deviceForm(['unreachable', 'reachable'], []),
};
