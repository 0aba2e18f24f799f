import type { Ticket } from './tickets.ts';

const pathOf = (templateId: string, page: string): string =>
  `/v3/channel-templates/${encodeURIComponent(templateId)}/${page}`;

/** Where the user says what is there. */
export const pageUrl = (baseUrl: string, templateId: string, ticket: string): string =>
  `${baseUrl}${pathOf(templateId, 'authorization-page')}?ticket=${ticket}`;

/**
 * Where that page ends. An app in a browser says where it goes on; known apps notice by the end of the path that they go on, one by its scheme as well
 * (android-app 7.3, ios-app 7.2).
 */
export function endUrl(
  baseUrl: string,
  { templateId, appScheme, redirectUri }: Pick<Ticket, 'templateId' | 'appScheme' | 'redirectUri'>,
): string {
  if (redirectUri !== undefined) return redirectUri;
  const path = pathOf(templateId, 'retrieve-devices-list');
  return appScheme === undefined ? `${baseUrl}${path}` : `${appScheme}://${new URL(baseUrl).host}${path}`;
}
