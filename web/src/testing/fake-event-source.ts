import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Replaces the browser's streams of server-sent events; returns those that were opened, oldest first. */
export function fakeEventSources(): readonly FakeEventSource[] {
  const opened: FakeEventSource[] = [];
  class OpenedEventSource extends FakeEventSource {
    constructor(url: string) {
      super(url);
      opened.push(this);
    }
  }
  vi.stubGlobal('EventSource', OpenedEventSource);
  return opened;
}

class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  readonly url: string;
  readyState = 1;

  constructor(url: string) {
    super();
    this.url = url;
  }

  /** Receives an event of the server. */
  receive(type: string, data?: object): void {
    act(() => void this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) })));
  }

  /** Loses the connection, for good when `isOver`. */
  fail({ isOver }: { isOver: boolean }): void {
    if (isOver) this.readyState = FakeEventSource.CLOSED;
    act(() => void this.dispatchEvent(new Event('error')));
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }
}
