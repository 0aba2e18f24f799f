/** The state of a bridge, read from a line that it prints. */
export type Report = {
  readonly isRunning: boolean;
  /** Shown to people; empty when nothing is wrong. */
  readonly problem: string;
  readonly version: string;
  /** How many devices it ignores. */
  readonly quarantined: number;
};

type Status = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 500) : '');

/** Returns an event that a bridge printed; undefined for other text. */
export function readEvent(line: string): Status | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && 'event' in value ? (value as Status) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns what a `status` event says; undefined for other events. */
export function readReport(event: Status): Report | undefined {
  if (event['event'] !== 'status') return undefined;
  const problem = problemOf(event);
  const isRunning = event['mqtt'] === 'online' && event['zigbee2mqtt'] !== 'offline';
  const quarantined = Number(event['quarantined']) || 0;
  return { isRunning, problem, version: textOf(event['version']), quarantined };
}

function problemOf(event: Status): string {
  const { mqtt, mqttReason, zigbee2mqtt, failed } = event;
  if (mqtt !== 'online') {
    const reason = textOf(mqttReason);
    return `It is not connected to the MQTT server${reason === '' ? '' : `: ${reason}`}.`;
  }
  const own = textOf(event['problem']);
  if (own !== '') return own;
  if (zigbee2mqtt === 'offline') return 'Zigbee2MQTT is not running, or has not answered yet.';
  return typeof failed === 'number' && failed > 0
    ? `${failed === 1 ? '1 device' : `${failed} devices`} could not be added; the bridge will try again. See the log.`
    : '';
}
