import { useEffect, useState } from 'react';
import type { WriteStatus } from '../../tiles/write-status.ts';
import { liveHome, writes } from '../live/live-home.ts';

const SAID_MS = 3_000;

const text = (status: WriteStatus): string | undefined =>
  'text' in status ? status.text : status.state === 'done' ? 'done' : undefined;

/** Says how writes end to those who do not see the tiles. */
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
    // The same words are heard again only when they were gone.
    const timer = setTimeout(() => setSaid(''), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <div role="status" className="visually-hidden">
      {said}
    </div>
  );
}
