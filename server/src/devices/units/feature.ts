import { resources } from '@azulejo/contract';
import { unitsTable, unitsTablePtText, unitsTableText, unitsTableV2, unitsTableV2Text } from '@azulejo/units';
import type { Handlers } from '../../core/access/index.ts';
import type { Feature } from '../../core/feature.ts';
import { REVALIDATED, type Reply } from '../../platform/http/replies.ts';
import { revisionOf } from '../../platform/revision.ts';

/** Serves the units table. */
export function unitsFeature() {
  return {
    api: {},
    routes: ({ serve }) => serve(resources.units, unitHandlers()),
  } satisfies Feature;
}

/** Serves the static tables (spec 4.9), byte for byte as in the package. */
function unitHandlers(): Handlers<typeof resources.units> {
  const serve = (text: string, version: string) => {
    const reply: Reply<never> = {
      bytes: Buffer.from(text),
      // The table's own version replaces the change count of other revisions.
      revision: `${version}-${revisionOf(1, text).slice(2)}`,
      cacheControl: REVALIDATED,
    };
    return async () => reply;
  };
  return {
    table: serve(unitsTableText, unitsTable.version),
    tablePt: serve(unitsTablePtText, unitsTable.version),
    tableV2: serve(unitsTableV2Text, unitsTableV2.version),
  };
}
