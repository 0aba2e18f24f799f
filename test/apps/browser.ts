/** Simulates the browser in which a person selects devices (android-app 7.3, ios-app 7.2). */
import { requireThat } from './rules.ts';
import { sendOnWire, type WireHeaders, type WireReply } from './wire-client.ts';

/**
 * Opens the page, checks `rooms` boxes in its only form, submits it, and follows the redirects to a maker and
 * back. Returns the location that the app takes over.
 */
export async function passPage(location: string, rooms: number, headers: WireHeaders = []): Promise<string> {
  const { origin, pathname, search } = new URL(location);
  const page = pathname + search;
  const shown = await sendOnWire(origin, { method: 'GET', path: page, headers });
  requireThat(shown.status === 200, page, `is answered ${shown.status}: ${shown.text}`);
  const [form = ''] = /<form.*<\/form>/s.exec(shown.text) ?? [];
  const fields = [...form.matchAll(/<input type="(hidden|checkbox)" name="(\w+)" value="([^"]*)"/g)];
  const hidden = fields.filter(([, type]) => type === 'hidden');
  const boxes = fields.filter(([, type]) => type === 'checkbox').slice(0, rooms);
  const body = new URLSearchParams(
    [...hidden, ...boxes].map(([, , name = '', value = '']): [string, string] => [name, value]),
  );
  const sent = await sendOnWire(origin, {
    method: 'POST',
    path: page,
    headers: [...headers, ['Content-Type', 'application/x-www-form-urlencoded']],
    body: body.toString(),
  });
  requireThat(sent.status === 303, page, `is answered ${sent.status}: ${sent.text}`);
  return follow(sent, origin, headers);
}

/** A browser keeps the platform's cookie for the platform, and opens whatever is no URL of the app. */
async function follow(sent: WireReply, platform: string, headers: WireHeaders): Promise<string> {
  const [cookie = ''] = (sent.header('Set-Cookie') ?? '').split(';');
  let location = sent.header('Location') ?? '';
  for (let count = 0; isForBrowser(location); count += 1) {
    const { origin, pathname, search } = new URL(location);
    const own: WireHeaders = origin === platform ? [...headers, ['Cookie', cookie]] : [];
    const reply = await sendOnWire(origin, { method: 'GET', path: pathname + search, headers: own });
    const isRedirect = reply.status === 302 || reply.status === 303;
    requireThat(isRedirect && count < 5, location, `is answered ${reply.status}: ${reply.text}`);
    location = reply.header('Location') ?? '';
  }
  return location;
}

const isForBrowser = (location: string): boolean =>
  /^https?:/.test(location) && !new URL(location).pathname.endsWith('/retrieve-devices-list');

/** Returns what an app reads from the answer to an authorization: location and headers for the web view. */
export const goal = (reply: WireReply) => ({
  location: reply.header('Location') ?? '',
  webview: reply
    .headersFrom('X-Webview-')
    .map(([name, value]) => [name.slice('X-Webview-'.length), value] as const),
});
