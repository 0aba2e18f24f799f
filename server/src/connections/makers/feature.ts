import type { Audit } from '../../core/audit/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Applications } from '../../people/applications/index.ts';
import type { Maker } from './maker.ts';
import { createMakerPorts } from './maker-ports.ts';
import { createMakers, type Makers } from './makers.ts';

type Needs = Platform & { applications: Applications; audit: Audit; templates: Templates };

/** Which manager makes the devices of which templates. */
export function makersFeature(needs: Needs) {
  return { api: { makers: createMakers(needs) } } satisfies Feature;
}

/** Who is asked for the devices of which templates. */
export function makerPortsFeature(needs: Platform & { makers: Makers; builtInMaker: Maker | undefined }) {
  return { api: { makerPorts: createMakerPorts(needs) } } satisfies Feature;
}
