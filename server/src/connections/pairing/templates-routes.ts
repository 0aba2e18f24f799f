import { type resources, TemplateElement, type TemplateSummary } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import { byMaker, type Templates, type VersionedTemplate } from '../../devices/templates/index.ts';
import type { ByteCache } from '../../platform/byte-cache.ts';
import type { Clock } from '../../platform/clock.ts';
import { memberPaths } from '../../platform/http/list-paths.ts';
import { applyListQuery, readListQuery } from '../../platform/http/list-query.ts';
import { PRIVATE } from '../../platform/http/replies.ts';
import { revisionOf } from '../../platform/revision.ts';
import type { MadeTemplates } from '../makers/index.ts';
import type { Pairing } from './pairing.ts';
import { RECIPE_ID } from './recipe.ts';

type Dependencies = {
  pairing: Pairing;
  templates: Templates;
  cache: ByteCache;
  clock: Clock;
  picture: (name: string) => string;
};

const PATHS = memberPaths(TemplateElement);
/** Longer keys are not cached, because callers choose the length of a query. */
const MAX_KEY_LENGTH = 500;

export function templateHandlers({
  pairing,
  templates,
  cache,
  clock,
  picture,
}: Dependencies): Handlers<typeof resources.templates> {
  /** Returns the templates that can be added, or all of them. */
  const elements = async (made: MadeTemplates, { isAll = false } = {}) => {
    const { stored, offered } = await templates.lists();
    const isListed = ({ id }: { id: string }) => isAll || made.has(id);
    const latest = await Promise.all(
      stored.filter(isListed).map(({ id, version }) => templates.get(id, version)),
    );
    return toElements([...latest, ...offered.filter(isListed)].toSorted(byMaker), { picture, made });
  };

  /** Returns the same bytes to all callers until a template is added. */
  async function cached(name: string, make: () => Promise<object>) {
    const count = await templates.revision();
    const render = async () => {
      const list = await make();
      const bytes = Buffer.from(JSON.stringify(list));
      return { bytes, revision: revisionOf(count, list), validUntil: Number.POSITIVE_INFINITY };
    };
    const key = `${name}|${count}`;
    const { bytes, revision } =
      key.length > MAX_KEY_LENGTH ? await render() : await cache.get(key, clock.now(), render);
    return { bytes, revision, cacheControl: PRIVATE };
  }

  return {
    list: async ({ request, context }) => {
      const query = readListQuery(request.query as Record<string, unknown>, PATHS);
      const made = await pairing.addable(context.home.id);
      return cached(`channel-templates|${JSON.stringify(request.query)}|${made.key}`, async () =>
        applyListQuery(await elements(made), query),
      );
    },

    get: async ({ input }) => {
      const template = await pairing.kind(input.template_id);
      const body = toSummary(template, { picture, made: await pairing.addable() });
      return { body, revision: revisionOf(1, body), cacheControl: PRIVATE };
    },

    profiles: () =>
      cached('profiles', async () => ({
        profiles: (await elements(await pairing.addable(), { isAll: true })).map(
          ({ template: { id, name, vendor, image } }) => ({
            id,
            name,
            provider: vendor,
            photoUrl: image,
          }),
        ),
      })),
  };
}

type Picture = (name: string) => string;

/** The members of a template that lists show. */
type ShownTemplate = Pick<
  VersionedTemplate,
  'id' | 'name' | 'vendor' | 'model' | 'kind' | 'picture' | 'tilePicture'
>;

/** Converts a template to the members that known apps read (android-app 2.8, ios-app 7.1). */
function toSummary(
  template: ShownTemplate,
  { picture, made }: { picture: Picture; made: MadeTemplates },
): TemplateSummary {
  const { id, name, vendor, model, kind } = template;
  const managerId = made.managerOf(id);
  return {
    id,
    name,
    type: 'device',
    vendor,
    model,
    kind,
    icon: picture(template.tilePicture),
    image: picture(template.picture),
    recipe: RECIPE_ID,
    additionable: made.has(id),
    required_capability: 'discovery-webview',
    open_oauth_in_browser: false,
    ...(managerId !== undefined && { manager_id: managerId }),
  };
}

/**
 * Converts templates that can be added, in the order of their names, in which known apps ask for them and
 * show them.
 */
function toElements(
  templates: readonly ShownTemplate[],
  shown: { picture: Picture; made: MadeTemplates },
): TemplateElement[] {
  return templates
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
    .map((template, index) => ({
      order_index: index + 1,
      recipe_id: RECIPE_ID,
      template: toSummary(template, shown),
    }));
}
