import type { Ticket } from './tickets.ts';

const pathOf = (templateId: string, page: string): string =>
  `/v3/channel-templates/${encodeURIComponent(templateId)}/${page}`;

/** Returns the URL of the page where the user chooses the devices. */
export const pageUrl = (baseUrl: string, templateId: string, ticket: string): string =>
  `${baseUrl}${pathOf(templateId, 'authorization-page')}?ticket=${ticket}`;

/**
 * Returns the URL to which that page redirects. An app in a browser chooses it. Known apps continue when they
 * see the end of this path, and one of them needs its scheme as well (android-app 7.3, ios-app 7.2).
 */
export function endUrl(
  baseUrl: string,
  { templateId, appScheme, redirectUri }: Pick<Ticket, 'templateId' | 'appScheme' | 'redirectUri'>,
): string {
  if (redirectUri !== undefined) return redirectUri;
  const path = pathOf(templateId, 'retrieve-devices-list');
  return appScheme === undefined ? `${baseUrl}${path}` : `${appScheme}://${new URL(baseUrl).host}${path}`;
}
