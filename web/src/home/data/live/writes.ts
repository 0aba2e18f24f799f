import { addressKey } from '@azulejo/model';
import { type Address, AzulejoError } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import { IDLE, type WriteStatus } from '../../../tiles/write-status.ts';
import { createWatchers } from './watchers.ts';

/** How a write ended. */
export type Outcome = {
  readonly state: 'done' | 'answered' | 'unanswered' | 'refused' | 'superseded';
  readonly text?: string;
};

type Write = { readonly data: unknown; readonly status: WriteStatus };

type EndListener = (address: Address, status: WriteStatus) => void;

type Options = {
  /** Sends the write; throws if the outcome is unknown. */
  send: (address: Address, data: unknown) => Promise<Outcome>;
  /** Returns whether a write is allowed, perhaps after asking; undefined if there is nothing to ask. */
  guard?: (address: Address, data: unknown) => Promise<boolean> | undefined;
  /** Called when the device did not answer. */
  onSilence: (address: Address) => void;
  /** Called when the device carried it out. */
  onDone: (address: Address) => void;
  after?: (ms: number, work: () => void) => void;
};

const DONE: WriteStatus = { state: 'done' };

const CONFIRMATION_MS = 2_000;
const COMPLAINT_MS = 30_000;

/** Tracks the last write of every property with its status, for tiles and pages alike. */
export function createWrites({ send, guard, onSilence, onDone, after = runLater }: Options) {
  const writes = new Map<string, Write>();
  const watchers = createWatchers();
  const endListeners = new Set<EndListener>();

  function set(key: string, write: Write): void {
    writes.set(key, write);
    watchers.notify(key);
  }

  /** Shows the outcome for a while, unless there is a newer write by then. */
  function end(address: Address, ended: Write): void {
    const key = addressKey(address);
    set(key, ended);
    if (ended.status.state === 'done') onDone(address);
    for (const listener of endListeners) listener(address, ended.status);
    after(ended.status.state === 'done' ? CONFIRMATION_MS : COMPLAINT_MS, () => {
      if (writes.get(key) === ended) set(key, { ...ended, status: IDLE });
    });
  }

  async function write(address: Address, data: unknown): Promise<WriteStatus> {
    const requested = guard?.(address, data)?.catch(() => false);
    if (requested && !(await requested)) return IDLE;
    const key = addressKey(address);
    const pending: Write = { data, status: { state: 'pending', data } };
    set(key, pending);
    const status = await send(address, data).then(statusOf, statusOfFailure);
    if (writes.get(key) !== pending) return IDLE;
    end(address, { data, status });
    if (status.state === 'unanswered') onSilence(address);
    return status;
  }

  return {
    write: (address: Address, data: unknown): void => void write(address, data),
    /** Writes, and returns how it ended: idle if a later write took its place. */
    writeAndWait: write,
    status: (key: string): WriteStatus => writes.get(key)?.status ?? IDLE,
    /** Accepts a reported value, which may correct a write that was given up. */
    applyReport: (address: Address, data: unknown) => {
      const key = addressKey(address);
      const last = writes.get(key);
      if (last?.status.state !== 'unanswered' && last?.status.state !== 'unknown') return;
      if (JSON.stringify(last.data) === JSON.stringify(data)) end(address, { ...last, status: DONE });
      else set(key, { data: last.data, status: IDLE });
    },
    clear: () => {
      const keys = [...writes.keys()];
      writes.clear();
      for (const key of keys) watchers.notify(key);
    },
    watch: watchers.watch,
    /** Adds a listener for the end of every write, and returns a function that removes it. */
    onEnd: (listener: EndListener): (() => void) => {
      endListeners.add(listener);
      return () => void endListeners.delete(listener);
    },
  };
}

const runLater = (ms: number, work: () => void): void => void setTimeout(work, ms);

function statusOf({ state, text }: Outcome): WriteStatus {
  switch (state) {
    case 'done':
      return { state };
    case 'answered':
      return { state: 'refused', text: t`The device set a different value` };
    case 'unanswered':
      return { state, text: t`No answer from the device` };
    case 'refused':
      return { state, text: withoutStop(text ?? t`The device refused`) };
    case 'superseded':
      return IDLE;
  }
}

function statusOfFailure(error: unknown): WriteStatus {
  if (error instanceof AzulejoError && error.name === 'Refused')
    return { state: 'refused', text: withoutStop(error.text ?? t`This was refused`) };
  if (error instanceof NotSent) return { state: 'unsent', text: error.message };
  return { state: 'unknown', text: t`Could not confirm that this was done` };
}

/** Thrown by `send` if certainly nothing was sent. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
}

const withoutStop = (text: string): string => text.replace(/\.$/, '');

export type Writes = ReturnType<typeof createWrites>;
