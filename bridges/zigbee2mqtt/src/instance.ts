import { parsed, type SetTimer, setSystemTimer, tickEvery } from '@azulejo/bridge';

/** The state of the running Zigbee2MQTT. */
export type Info = {
  readonly isOnline: boolean;
  /** Whether the bridge has just started, and Zigbee2MQTT may still answer for the first time. */
  readonly isAwaited: boolean;
  readonly version: string;
  /** The major version of its definitions of devices. Templates name it, and do not change with each release. */
  readonly converters: string;
  /** How long devices may join; 0 when they may not. */
  readonly joinSeconds: number;
  /** A problem with its settings, or that it does not respond; empty if there is none. */
  readonly problem: string;
};

export type Instance = {
  info(): Info;
  /** Handles the messages below `bridge/` that are about the instance itself. */
  handleMessage(topic: string, payload: Buffer): void;
  connected(isConnected: boolean): void;
  problem(text: string): void;
  /** Updates the countdown of pairing mode. Called each second. */
  tick(): void;
  close(): void;
};

type Options = {
  request(topic: string, body: unknown): void;
  onOnline(info: Info): void;
  onOffline(): void;
  onChange(info: Info): void;
  readonly setTimer?: SetTimer;
};

const CHECK_MS = 2_000;
/** Maximum time for the first answer. Until then, a restart of the bridge changes nothing that people see. */
const FIRST_ANSWER_MS = 10_000;
/** The countdown is reported in these steps, so that it is not a value each second. */
const COUNTDOWN_SECONDS = 5;

/** Repeats the health check until it is answered. `onLate` is called when the first answer does not arrive in time. */
function createHealthCheck(
  request: Options['request'],
  setTimer: SetTimer,
  onLate: () => void,
  onAnswer: () => void,
) {
  let timer: Disposable | undefined;
  let isAwaited = true;
  const firstAnswer = setTimer(FIRST_ANSWER_MS, () => {
    isAwaited = false;
    onLate();
  });
  const ask = () => request('bridge/request/health_check', {});
  const stop = () => {
    timer?.[Symbol.dispose]();
    timer = undefined;
    isAwaited = false;
    firstAnswer[Symbol.dispose]();
  };
  return {
    isAwaited: () => isAwaited,
    isPending: () => timer !== undefined,
    stop,
    start: () => {
      if (timer) return;
      timer = tickEvery(setTimer, CHECK_MS, ask);
      ask();
    },
    answered: () => {
      if (!timer) return;
      stop();
      onAnswer();
    },
  };
}

/**
 * Tracks the state of one Zigbee2MQTT. Its retained messages may be old, so it counts as online only when it has
 * answered a health check, which it does once it has published its lists.
 */
export function createInstance({ request, onOnline, onOffline, onChange, ...ports }: Options): Instance {
  let isOnline = false;
  const reader = createInfoReader();
  let silence = '';
  let reported = '';
  const info = (): Info => ({
    isOnline,
    isAwaited: check.isAwaited(),
    version: reader.info().version,
    converters: reader.info().converters,
    joinSeconds: isOnline ? Math.min(MAX_JOIN_SECONDS, countdown(reader.info().joinEnd - Date.now())) : 0,
    problem: silence || reader.info().settings,
  });

  function notify(): void {
    const text = JSON.stringify(info());
    if (text === reported) return;
    reported = text;
    onChange(info());
  }

  const check = createHealthCheck(request, ports.setTimer ?? setSystemTimer, notify, () => {
    isOnline = true;
    silence = '';
    onOnline(info());
    notify();
  });

  function offline(): void {
    check.stop();
    isOnline = false;
    onOffline();
    notify();
  }

  return {
    info,
    handleMessage: (topic, payload) => {
      if (topic === 'bridge/response/health_check') check.answered();
      else if (topic === 'bridge/info' && reader.read(payload)) {
        silence = '';
        notify();
      }
      if (topic !== 'bridge/state') return;
      if ((parsed(payload)?.['state'] ?? payload.toString()) === 'online') check.start();
      else offline();
    },
    connected: (isConnected) => {
      if (!isConnected && (isOnline || check.isPending())) offline();
    },
    problem: (text) => {
      silence = text;
      notify();
    },
    tick: notify,
    close: check.stop,
  };
}

/** Caches `bridge/info`. While devices are configured, the same 45 KB arrive several times a second. */
function createInfoReader() {
  let info: ReturnType<typeof readInfo> = { version: '', converters: '0', joinEnd: 0, settings: '' };
  let newest: Buffer = Buffer.alloc(0);
  return {
    info: () => info,
    /** Returns whether the message can be read. */
    read(payload: Buffer): boolean {
      if (payload.equals(newest)) return true;
      const message = parsed(payload);
      if (!message) return false;
      info = readInfo(message);
      newest = payload;
      return true;
    },
  };
}

const MAX_VERSION = 100;
/** Maximum time for which devices may join. Version 1 can be set to allow it for ever. */
const MAX_JOIN_SECONDS = 255;
const versionIn = (value: unknown): string => (typeof value === 'string' ? value.slice(0, MAX_VERSION) : '');

/** Reads the message `bridge/info`. */
export function readInfo(message: Readonly<Record<string, unknown>>) {
  const { version, config } = message;
  const definitions = message['zigbee_herdsman_converters'] as { version?: unknown } | undefined;
  return {
    version: versionIn(version),
    converters: versionIn(definitions?.version).split('.')[0] || '0',
    joinEnd: joinEndIn(message),
    settings: problemIn(config),
  };
}

/** Returns when joining ends. Version 1 says after how many seconds, or nothing when it never ends. */
function joinEndIn(message: Readonly<Record<string, unknown>>): number {
  const { version, permit_join: mayJoin, permit_join_end: end, permit_join_timeout: timeout } = message;
  if (mayJoin !== true) return 0;
  if (typeof end === 'number') return end;
  if (typeof timeout === 'number') return Date.now() + timeout * 1_000;
  return versionIn(version).startsWith('1.') ? Number.POSITIVE_INFINITY : 0;
}

const countdown = (ms: number): number =>
  Math.max(0, Math.ceil(ms / 1000 / COUNTDOWN_SECONDS) * COUNTDOWN_SECONDS);

type Config = {
  readonly advanced?: { readonly output?: unknown };
  readonly availability?: { readonly enabled?: unknown } | boolean;
};

/** Returns sentences about settings of Zigbee2MQTT that the bridge cannot work with. */
function problemIn(config: unknown): string {
  const { advanced, availability } = (config ?? {}) as Config;
  const problems: string[] = [];
  if (advanced?.output === 'attribute')
    problems.push(
      'Zigbee2MQTT sends no JSON, so no values arrive: set advanced.output to json or attribute_and_json.',
    );
  const isOn = typeof availability === 'object' ? availability.enabled !== false : availability === true;
  if (!isOn)
    problems.push('Devices that are gone are not noticed: set availability.enabled to true in Zigbee2MQTT.');
  return problems.join(' ');
}
