/** An event emitter. An error of a listener becomes an unhandled rejection, so that it stops no other. */
export type Emitter<Events> = {
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void;
  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void;
};

export function createEmitter<Events>(names: readonly (keyof Events)[]): Emitter<Events> {
  type Listeners = { [Name in keyof Events]: Set<(event: Events[Name]) => void> };
  const listeners = Object.fromEntries(names.map((name) => [name, new Set()])) as unknown as Listeners;
  return {
    on: (name, listener) => {
      const own: typeof listener = (event) => listener(event);
      listeners[name].add(own);
      return () => void listeners[name].delete(own);
    },
    emit: (name, event) => {
      for (const listener of [...listeners[name]]) {
        try {
          listener(event);
        } catch (error) {
          void Promise.reject(error);
        }
      }
    },
  };
}
