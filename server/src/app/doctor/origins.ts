import { installation } from '../../config/installation.ts';
import { readRegisteredOrigins } from '../../identity/applications/index.ts';
import { timeText } from '../../platform/text.ts';
import { readRefusedOrigins } from '../unregistered-origin.ts';
import { type Finding, ok, type Stored, warning } from './check.ts';

const CHECK = 'Origins';
const RECENT_MS = 7 * 24 * 3600 * 1000;

/** Checks whether web pages were refused because no application has their origin. */
export async function checkOrigins({ db, now }: Stored): Promise<Finding> {
  const [refused, registered] = await Promise.all([
    readRefusedOrigins(db.read),
    readRegisteredOrigins(db.read),
  ]);
  const recent = refused.filter(({ origin, at }) => now - at <= RECENT_MS && !registered.has(origin));
  const [newest] = recent;
  if (!newest) return ok(CHECK, 'no web page refused');
  return warning(
    CHECK,
    `web pages of ${recent.map(({ origin }) => origin).join(', ')} were refused: no application has this ` +
      `origin (${timeText(newest.at)})`,
    `if the page is yours, add the origin in the portal, or run ${installation.commandLine} application update ` +
      `CLIENT_ID with --origin ${newest.origin} and the origins that the application has`,
  );
}
