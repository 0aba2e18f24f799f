import { act } from '@testing-library/react';

/** Stands in for the browser's streams of server-sent events. */
export function fakeEventSources() {
  const sources: FakeEventSource[] = [];
  return {
    /** The streams that were opened, oldest first. */
    sources: sources as readonly FakeEventSource[],
    openEvents(url: string): EventSource {
      const source = new FakeEventSource(url);
      sources.push(source);
      return source as unknown as EventSource;
    },
  };
}

class FakeEventSource extends EventTarget {
  readonly CLOSED = 2;
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
    if (isOver) this.readyState = this.CLOSED;
    act(() => void this.dispatchEvent(new Event('error')));
  }

  close(): void {
    this.readyState = this.CLOSED;
  }
}
