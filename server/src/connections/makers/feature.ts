import type { Audit } from '../../core/audit/index.ts';
import { cleanup, type Feature, type Platform } from '../../core/feature.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import { createMakerPorts } from './maker-ports.ts';
import { createMakers } from './makers.ts';
import { createOpenSelections } from './open-selections.ts';

type Needs = Platform & { applications: Applications; audit: Audit; templates: Templates };

/** Stores which managers make the devices of which templates. */
export function makersFeature(needs: Needs) {
  const openSelections = createOpenSelections(needs);
  return {
    api: { makers: createMakers(needs), openSelections },
    jobs: [cleanup('selections of devices', openSelections.prune)],
  } satisfies Feature;
}

/** Finds the maker that is asked for the devices of a template. */
export function makerPortsFeature(needs: Platform & Parameters<typeof createMakerPorts>[0]) {
  return { api: { makerPorts: createMakerPorts(needs) } } satisfies Feature;
}
