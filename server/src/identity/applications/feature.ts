import { resources } from '@azulejo/contract';
import type { Audit } from '../../core/audit/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import { createApplications } from './applications.ts';
import { versionHandlers } from './client-versions.ts';

type Needs = Platform & { audit: Audit };

/** Manages OAuth clients: applications, managers and devices (spec 3). */
export function applicationsFeature({ config, db, clock, audit }: Needs) {
  return {
    api: { applications: createApplications({ db, clock, audit }) },
    routes: ({ serve }) => serve(resources.versions, versionHandlers(config.clientVersions)),
  } satisfies Feature;
}
