import { client } from '../client.ts';
import { createHomeState } from './home-state.ts';
import { sendWrite } from './send.ts';
import { beginVisit, type Session } from './session.ts';
import { createValues } from './values.ts';
import { createWrites } from './writes.ts';

const state = createHomeState();
export const values = createValues();
export const writes = createWrites({
  send: (address, data) =>
    sendWrite(client, session?.connection()?.live(), address, data, (value) => session?.hear(value)),
  onSilence: values.markStale,
  onDone: values.touch,
});
let session: Session | undefined;

/** The signed-in person's home; there is one per page. */
export const liveHome = {
  get: state.get,
  watch: state.watch,
  refresh: (): Promise<void> => session?.refresh() ?? Promise.resolve(),
  /** Starts following the home. Returns a function that ends it and clears the memory. */
  enter: (): (() => void) => {
    const own = beginVisit({ client, state, values, writes });
    session = own;
    return () => {
      own.end();
      if (session === own) session = undefined;
      state.clear();
      values.clear();
      writes.clear();
    };
  },
};
