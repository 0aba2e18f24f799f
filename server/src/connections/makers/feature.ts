import type { Audit } from '../../core/audit/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Applications } from '../../people/applications/index.ts';
import { createMakers } from './makers.ts';

type Needs = Platform & { applications: Applications; audit: Audit; templates: Templates };

/** Which manager makes the devices of which templates. */
export function makersFeature(needs: Needs) {
  return { api: { makers: createMakers(needs) } } satisfies Feature;
}
