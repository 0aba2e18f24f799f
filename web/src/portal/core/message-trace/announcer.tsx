import { plural } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import type { MessagesStore } from './store.ts';

/** Interval of announcements, so that screen readers are not flooded. */
const EVERY_MS = 10_000;

/** Announces the number of new messages to screen readers, instead of every line. */
export function MessagesAnnouncer({ store }: { store: MessagesStore }) {
  const [text, setText] = useState('');
  useEffect(() => {
    let before = store.get();
    const timer = setInterval(() => {
      const now = store.get();
      const received = now.received - before.received;
      if (received > 0 && !now.isPaused) setText(sentence(received, now.failures - before.failures));
      before = now;
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [store]);
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
  );
}

function sentence(received: number, failures: number): string {
  const messages = plural(received, { one: '# new message', other: '# new messages' });
  if (failures === 0) return messages;
  return `${messages}, ${plural(failures, { one: '# failure', other: '# failures' })}`;
}
