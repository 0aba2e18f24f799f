import { type Log, parsed } from '@azulejo/bridge';
import {
  type Message,
  SHELLY_SOURCE,
  type ShellyAnswers,
  shellyRequest,
} from '@azulejo/devices/home-assistant';
import { createLimitLog } from './limit-log.ts';

/** A Shelly announces only that it is online. It describes itself on request. */
export const SHELLY_TOPICS: readonly string[] = ['+/online', `${SHELLY_SOURCE}/+/rpc`];

const ONLINE = /^([^/]+)\/online$/;
const ANSWER = new RegExp(`^${SHELLY_SOURCE}/([^/]+)/rpc$`);
const MAX_BYTES = 65_536;
const MAX_DEVICES = 1_000;

const METHODS: Readonly<Record<string, keyof ShellyAnswers>> = {
  'Shelly.GetDeviceInfo': 'info',
  'Shelly.GetConfig': 'config',
  'Shelly.GetStatus': 'status',
};

type Options = {
  request(messages: readonly Message[]): void;
  /** Called with the complete answers of the device with this prefix; undefined when it was removed. */
  onAnswers(prefix: string, answers: ShellyAnswers | undefined): void;
  readonly log: Log;
};

type Known = Map<string, { -readonly [Name in keyof ShellyAnswers]?: ShellyAnswers[Name] }>;

/** Returns whether there is room for one more device. Foreign ones have such a topic, too, and never answer: they leave. */
function makeRoom(known: Known): boolean {
  if (known.size < MAX_DEVICES) return true;
  const silent = known.entries().find(([, answers]) => Object.keys(answers).length === 0);
  return silent !== undefined && known.delete(silent[0]);
}

/** Requests the description of each Shelly that comes online, and remembers which are not. */
export function createShellies({ request, onAnswers, log }: Options) {
  const known: Known = new Map();
  /** The prefixes of devices that sleep, or are off. */
  const offline = new Set<string>();
  const logLimit = createLimitLog(log);

  function online(prefix: string, payload: string): void {
    if (payload !== 'false') offline.delete(prefix);
    else if (offline.size < MAX_DEVICES) offline.add(prefix);
    if (payload === '' && known.delete(prefix)) onAnswers(prefix, undefined);
    if (payload !== 'true') return;
    if (known.has(prefix) || makeRoom(known)) ask(prefix);
    else logLimit(prefix);
  }

  function ask(prefix: string): void {
    known.set(prefix, known.get(prefix) ?? {});
    request(Object.keys(METHODS).map((method) => shellyRequest(prefix, method)));
  }

  function answered(prefix: string, payload: string): void {
    const answers = known.get(prefix);
    if (!answers || payload.length > MAX_BYTES) return;
    const { id, result } = parsed(Buffer.from(payload)) ?? {};
    const name = typeof id === 'string' && Object.hasOwn(METHODS, id) ? METHODS[id] : undefined;
    if (name === undefined || typeof result !== 'object' || result === null) return;
    answers[name] = result as ShellyAnswers[typeof name];
    const { info, config, status } = answers;
    if (info && config && status) onAnswers(prefix, { info, config, status });
  }

  return {
    handle: (topic: string, payload: string): void => {
      const [, prefix] = ONLINE.exec(topic) ?? [];
      if (prefix !== undefined) online(prefix, payload);
      const [, asked] = ANSWER.exec(topic) ?? [];
      if (asked !== undefined) answered(asked, payload);
    },
    isOffline: (prefix: string): boolean => offline.has(prefix),
  };
}
