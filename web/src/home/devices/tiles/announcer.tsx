import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import type { WriteStatus } from '../../../tiles/write-status.ts';
import { useLiveHome } from '../../data/live/live-home.ts';

const ANNOUNCEMENT_MS = 3_000;

const text = (status: WriteStatus): string | undefined =>
  'text' in status ? status.text : status.state === 'done' ? t`done` : undefined;

/** Announces the outcome of writes to screen readers. */
export function Announcer() {
  const { writes, get } = useLiveHome();
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    return writes.onEnd(({ channel }, status) => {
      const tile = get().tiles.find((each) => each.channel === channel);
      const how = text(status);
      if (tile && how) setAnnouncement(`${tile.label}: ${how}`);
    });
  }, [writes, get]);
  useEffect(() => {
    if (announcement === '') return;
    // The same text is announced again only if it was removed before.
    const timer = setTimeout(() => setAnnouncement(''), ANNOUNCEMENT_MS);
    return () => clearTimeout(timer);
  }, [announcement]);
  return (
    <div role="status" className="visually-hidden">
      {announcement}
    </div>
  );
}
