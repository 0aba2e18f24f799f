import type { FastifyBaseLogger } from 'fastify';

type Bindings = Parameters<FastifyBaseLogger['child']>[0];

const METHODS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent', 'child'] as const;

/** The logger of one request. It is made when the request logs something, which most never do. */
class RequestLogger {
  readonly #parent: FastifyBaseLogger;
  readonly #bindings: Bindings;
  #made: FastifyBaseLogger | undefined;

  constructor(parent: FastifyBaseLogger, bindings: Bindings) {
    this.#parent = parent;
    this.#bindings = bindings;
  }

  get made(): FastifyBaseLogger {
    this.#made ??= this.#parent.child(this.#bindings);
    return this.#made;
  }

  get level(): string {
    return this.#parent.level;
  }
}

for (const name of METHODS)
  Object.defineProperty(RequestLogger.prototype, name, {
    value(this: RequestLogger, ...given: unknown[]) {
      return Reflect.apply(this.made[name], this.made, given);
    },
  });

/** Creates the logger of a request, with its id. */
export const createRequestLogger = (parent: FastifyBaseLogger, bindings: Bindings): FastifyBaseLogger =>
  new RequestLogger(parent, bindings) as unknown as FastifyBaseLogger;
