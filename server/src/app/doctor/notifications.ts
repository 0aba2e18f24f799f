import { readPushKeys } from '../../platform/push/index.ts';
import { timeText } from '../../platform/text.ts';
import { broken, type Finding, ok, type Stored, warning } from './check.ts';
import { explain } from './failure.ts';
import { readNotifications } from './read-models/backlog.ts';

const CHECK = 'Notifications';
const WAITS_MS = 10 * 60_000;

/** Checks whether notifications can be sent, and whether any wait. Those of quiet hours are not due. */
export async function checkNotifications({ config, db, now }: Stored): Promise<Finding> {
  const folder = config.keysDir;
  try {
    await readPushKeys(folder);
  } catch (error) {
    return broken(CHECK, explain(error).message, `copy push.key to ${folder} from a backup`);
  }
  if (!isSecure(config.urls.base)) {
    const todo = 'serve the pages over HTTPS (TLS_CERT, or a proxy) and set PUBLIC_URL to that address';
    return warning(CHECK, 'browsers accept notifications only over HTTPS', todo);
  }
  const { browsers, failing, overdue, oldest } = await readNotifications(db, now - WAITS_MS);
  const says = `subscribed browsers: ${Number(browsers)}, failing: ${Number(failing)}`;
  const todo = 'see the log for why; push services are reached over HTTPS on port 443';
  if (Number(browsers) > 0 && Number(failing) === Number(browsers)) return warning(CHECK, says, todo);
  if (Number(overdue) === 0) return ok(CHECK, says);
  return warning(CHECK, `${Number(overdue)} waiting, the oldest since ${timeText(Number(oldest))}`, todo);
}

/** Browsers offer push only where a page cannot be changed on its way (Secure Contexts 3.1). */
function isSecure(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
