import { client } from '../client.ts';
import { createHomeState } from './home-state.ts';
import { sendWrite } from './send.ts';
import { createValues } from './values.ts';
import { beginVisit, type Visit } from './visit.ts';
import { createWrites } from './writes.ts';

const state = createHomeState();
export const values = createValues();
export const writes = createWrites({
  send: (address, data) =>
    sendWrite(client, visit?.connection()?.live(), address, data, (value) => visit?.hear(value)),
  onSilence: values.hush,
  onDone: values.touch,
});
let visit: Visit | undefined;

/** The one home of the page, of whoever is signed in. */
export const liveHome = {
  get: state.get,
  watch: state.watch,
  refresh: (): Promise<void> => visit?.refresh() ?? Promise.resolve(),
  /** Begins to follow it; answers what ends it, after which nothing of it is left in memory. */
  enter: (): (() => void) => {
    const own = beginVisit({ client, state, values, writes });
    visit = own;
    return () => {
      own.end();
      if (visit === own) visit = undefined;
      state.clear();
      values.clear();
      writes.clear();
    };
  },
};
