import assert from 'node:assert/strict';
import { type ErrorName, errors, openapiDocument, operations } from '@azulejo/contract';

type Answer = { readonly status: number; readonly headers: Headers };

const document = openapiDocument(operations, { url: 'http://127.0.0.1', version: '0' });

/** Paths with fewer parameters come first, because a router prefers them. */
const routes = Object.entries(document.paths)
  .map(([path, methods]) => ({ pattern: patternOf(path), parameters: path.split('{').length, methods }))
  .sort((one, other) => one.parameters - other.parameters);

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`);
}

/** Returns the documented responses of this call, or undefined when it belongs to no operation. */
function responsesFor(method: string, path: string) {
  const [pathname = ''] = path.split('?', 1);
  const route = routes.find(({ pattern }) => pattern.test(pathname));
  // RFC 9110 9.3.2: HEAD is GET without the body.
  return route?.methods[method === 'HEAD' ? 'get' : method.toLowerCase()]?.responses;
}

/** Returns the codes in the examples of an error. */
function codesIn(response: object): number[] {
  const key = '$ref' in response ? String(response.$ref).replace('#/components/responses/', '') : '';
  const json = document.components.responses[key]?.content?.['application/json'];
  const { examples = {} } = (json ?? {}) as { examples?: object };
  return (Object.keys(examples) as ErrorName[]).map((name) => errors[name].code);
}

/** Returns which status or code of the response `/openapi.json` lacks for its operation, or undefined. */
export function findUndocumented(method: string, path: string, answer: Answer): string | undefined {
  const responses = responsesFor(method, path);
  const code = answer.headers.get('x-error');
  // A part of the path is too long, so that no operation was reached.
  if (responses === undefined || code === String(errors.unknown_path.code)) return undefined;
  const response = responses[answer.status];
  const isKnown = response !== undefined && (code === null || codesIn(response).includes(Number(code)));
  return isKnown ? undefined : `${method} ${path} answered ${answer.status} ${code ?? ''}`.trim();
}

/** Throws when `/openapi.json` does not document this response of the operation. */
export function assertDocumented(method: string, path: string, answer: Answer): void {
  assert.equal(findUndocumented(method, path, answer), undefined);
}
