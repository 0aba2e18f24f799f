/** Maximum length of a path parameter, which is a uuid or a hash. */
const MAX_PARAM_LENGTH = 200;

/** How addresses are matched with paths. */
export const routerOptions = { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: true } as const;

/** Returns a path of the contract as routers write it. */
export const toRoutePath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
