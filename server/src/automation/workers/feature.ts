import type { Feature, Platform } from '../../core/feature.ts';
import { createEditorPage, registerEditorPage } from './editor-page.ts';

/** Automations as the phone apps show and edit them. */
export async function workersFeature({ config }: Platform) {
  const page = await createEditorPage();
  const images = [...new Set([config.urls.base, config.urls.cdn].map((url) => new URL(url).origin))];
  return {
    api: {},
    routes: ({ app }) => registerEditorPage(app, page, images),
  } satisfies Feature;
}
