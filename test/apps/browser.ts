/** Simulates the browser in which a person selects devices (android-app 7.3, ios-app 7.2). */
import { requireThat } from './rules.ts';
import { sendOnWire, type WireHeaders, type WireReply } from './wire-client.ts';

/** Opens the page, checks `rooms` boxes in its only form, and submits it. Returns the redirect's location. */
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
  return sent.header('Location') ?? '';
}

/** Returns what an app reads from the answer to an authorization: location and headers for the web view. */
export const goal = (reply: WireReply) => ({
  location: reply.header('Location') ?? '',
  webview: reply
    .headersFrom('X-Webview-')
    .map(([name, value]) => [name.slice('X-Webview-'.length), value] as const),
});
