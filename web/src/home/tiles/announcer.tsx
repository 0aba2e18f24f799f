import { useEffect, useState } from 'react';
import type { WriteStatus } from '../../tiles/write-status.ts';
import { liveHome, writes } from '../live/live-home.ts';

const SAID_MS = 3_000;

const text = (status: WriteStatus): string | undefined =>
  'text' in status ? status.text : status.state === 'done' ? 'done' : undefined;

/** Announces the outcome of writes to screen readers. */
export function Announcer() {
  const [said, setSaid] = useState('');
  useEffect(
    () =>
      writes.onEnd(({ channel }, status) => {
        const tile = liveHome.get().tiles.find((each) => each.channel === channel);
        const how = text(status);
        if (tile && how) setSaid(`${tile.label}: ${how}`);
      }),
    [],
  );
  useEffect(() => {
    if (said === '') return;
    // The same text is announced again only if it was removed before.
    const timer = setTimeout(() => setSaid(''), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <div role="status" className="visually-hidden">
      {said}
    </div>
  );
}
