import { type Log, parsed } from '@azulejo/bridge';
import { FIRST_SHELLIES, type FirstShellyAnswers, type Message } from '@azulejo/devices/home-assistant';
import { createLimitLog } from './limit-log.ts';

/** Devices of the first generation say who they are when they are asked all together, and then what they have. */
export const FIRST_SHELLY_TOPICS: readonly string[] = [
  `${FIRST_SHELLIES}/announce`,
  `${FIRST_SHELLIES}/+/info`,
];

/** Asks all devices of the first generation who they are. */
export const FIRST_SHELLY_CALL = { topic: `${FIRST_SHELLIES}/command`, payload: 'announce' } as const;

const INFO = new RegExp(`^${FIRST_SHELLIES}/([^/+#]+)/info$`);
const ID = /^[\w-]{1,100}$/;
const MAX_LENGTH = 16_384;
const MAX_DEVICES = 1_000;

type Options = {
  request(messages: readonly Message[]): void;
  /** Called with what a device says of itself. */
  onAnswers(id: string, answers: FirstShellyAnswers): void;
  readonly log: Log;
};

type Known = { announce?: FirstShellyAnswers['announce']; info?: FirstShellyAnswers['info'] };

/** Remembers what each device of the first generation says of itself. Returns the function that handles a message. */
export function createFirstShellies({ request, onAnswers, log }: Options) {
  const known = new Map<string, Known>();
  const logLimit = createLimitLog(log);

  function put(id: string, part: Known): void {
    const before = known.get(id);
    if (!before && known.size >= MAX_DEVICES) {
      logLimit(id);
      return;
    }
    const { announce, info } = { ...before, ...part };
    known.set(id, { ...before, ...part });
    if (announce && info) onAnswers(id, { announce, info });
    else if (announce)
      request([{ topic: `${FIRST_SHELLIES}/${id}/command`, payload: 'update', retain: false }]);
  }

  return (topic: string, payload: string): void => {
    const isAnnouncement = topic === `${FIRST_SHELLIES}/announce`;
    const [, named] = INFO.exec(topic) ?? [];
    if ((!isAnnouncement && named === undefined) || payload.length > MAX_LENGTH) return;
    const message = parsed(Buffer.from(payload));
    const id = isAnnouncement ? message?.['id'] : named;
    if (!message || typeof id !== 'string' || !ID.test(id)) return;
    put(id, isAnnouncement ? { announce: message } : { info: message });
  };
}
