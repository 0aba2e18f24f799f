import { portalResources } from '@azulejo/contract';
import { screen } from '@testing-library/react';
import type { Received } from '../../testing/fake-server.ts';
import { fakePortal } from './fake-portal.ts';
import { openPortal } from './open-portal.tsx';

export type Replies = NonNullable<Parameters<typeof fakePortal>[0]>;
type Resources = typeof portalResources.templates;

export const exampleOf = (verb: keyof Resources) => portalResources.templates[verb].example.reply as never;

export const stored = exampleOf('get') as {
  template: { id: string };
  version: number;
  newest_version: number;
};

const noErrors = { errors: [], warnings: [] };

/** Opens a page below `/templates`; templates are valid and complete unless a reply says otherwise. */
export function openTemplates(
  path: string,
  templates: NonNullable<Replies['templates']> = {},
  replies: Replies = {},
) {
  const complete = ({ body }: Received) => ({ ...(body as { template: unknown }), completed: [] });
  const platform = fakePortal({ ...replies, templates: { check: noErrors, complete, ...templates } });
  return { platform, user: openPortal(platform, `/templates${path}`) };
}

export const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });
export const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
