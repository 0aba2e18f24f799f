import type { Miss, Start } from '@azulejo/agents';

/** Says in words what started a run and what kept one from starting. */
export type Words = {
  readonly because: (start: Start, at: number) => string;
  readonly miss: (miss: Miss) => string;
};

export function createWords(zone: string): Words {
  const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: zone });
  const time = (at: number) => format.format(at);
  return {
    because({ by, property, after, since }, at) {
      const when = since === undefined || by === 'schedule' ? '' : ` since ${time(since)}`;
      switch (by) {
        case 'value':
          return `${property?.property ?? 'a property'} was ${JSON.stringify(after)}${when} at ${time(at)}`;
        case 'schedule':
          return `it was ${time(since ?? at)}`;
        case 'device':
          return `the connection to the device changed${when} at ${time(at)}`;
        case 'scene':
          return `the scene was played at ${time(at)}`;
        case 'webhook':
          return `its address was called at ${time(at)}`;
        default:
          return `it was run by hand at ${time(at)}`;
      }
    },
    miss(miss) {
      switch (miss.reason) {
        case 'condition-false':
          return 'Held back: a condition was not true.';
        case 'condition-unknown':
          return 'Held back: it was not known whether a condition was true.';
        case 'did-not-last':
          return `Did not last: it was so for ${seconds(miss.lastedMs)} of ${seconds(miss.neededMs)}.`;
        case 'still-running':
          return miss.isFull ? 'Too many at once.' : 'Seen again: it was already running.';
        case 'suppressed':
          return `Just ran: it ran at ${time(miss.ranAt)}, and runs every ${seconds(miss.everyMs)} at most.`;
        case 'missed':
          return `Missed: ${time(miss.due)} passed while the server was off.`;
        case 'no-sun':
          return 'The sun did not rise or set that day.';
        case 'disabled':
          return 'It was switched off.';
        case 'loop':
          return 'Stopped: it ran too often.';
        default:
          return miss.wasKnown ? 'It was so already.' : 'It was not known before.';
      }
    },
  };
}

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;
