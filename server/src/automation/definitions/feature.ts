import { resources } from '@azulejo/contract';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Channels, LocalTemplates } from '../../devices/channels/index.ts';
import type { ValueSchemas } from '../../devices/templates/index.ts';
import type { Places } from '../../home/places/index.ts';
import type { Preferences } from '../../home/preferences/index.ts';
import type { TileGroups, Tiles } from '../../home/tiles/index.ts';
import type { HomeTime } from '../../home/time-zone/index.ts';
import type { Users } from '../../identity/users/index.ts';
import type { Events } from '../../telemetry/events/index.ts';
import type { WritePath } from '../../telemetry/write-path/index.ts';
import type { Scenes } from '../scenes/index.ts';
import { createAutomations } from './automations.ts';
import { automationHandlers, automationVersionHandlers } from './automations-routes.ts';
import { createAdmit } from './check/admit.ts';
import { createCheckDefinition } from './check/check-definition.ts';
import { createCheckLimit } from './check/check-limit.ts';
import { createRequireRunnable } from './check/require-runnable.ts';
import { createUnknownRecipients } from './check/unknown-recipients.ts';
import { createDescribeAutomations } from './describe-automations.ts';
import { createHomeFacts } from './facts/home-facts.ts';
import { createPropertyFacts } from './facts/property-facts.ts';
import { createHomes } from './homes.ts';
import { createLoopSearch } from './loops/find-loop-in-thread.ts';
import { createAllowedRecipients } from './read-models/allowed-recipients.ts';
import { createReplaceDevice } from './replacing/replace-device.ts';
import { createAutomationRecords } from './run-records.ts';
import { createStoredAutomations } from './stored-automations.ts';
import { createTemplatesFor } from './templates.ts';
import { createWordingFor } from './words/wording.ts';

type Needs = Platform & {
  channels: Channels;
  localTemplates: LocalTemplates;
  events: Events;
  homeTime: HomeTime;
  places: Places;
  preferences: Preferences;
  scenes: Scenes;
  schemas: ValueSchemas;
  tiles: Tiles;
  tileGroups: TileGroups;
  users: Users;
  writePath: WritePath;
};

/** Automations: when something happens, only if something is true, then steps. */
export function automationsFeature(needs: Needs) {
  const { db, clock, timers, automationOutbound: outbound } = needs;
  const stored = createStoredAutomations(needs);
  const factsOf = createHomeFacts({
    ...needs,
    factsOfTemplate: createPropertyFacts(needs),
  });
  const homes = createHomes({ db, clock, stored, factsOf });
  const loopSearch = createLoopSearch(timers);
  const wordingFor = createWordingFor(needs);
  const requireRunnable = createRequireRunnable(outbound);
  const allowedRecipients = createAllowedRecipients({ db, clock });
  const unknownRecipients = createUnknownRecipients(allowedRecipients);
  const searchLoops = loopSearch.find;
  const admit = createAdmit({ searchLoops, requireRunnable, unknownRecipients, wordingFor });
  const automations = createAutomations({ stored, homes, admit });
  const check = createCheckDefinition({
    db,
    clock,
    searchLoops,
    refuseUrl: outbound.refuseUrl,
    unknownRecipients,
  });
  const describe = createDescribeAutomations({ homes, clock, wordingFor });
  const replaceDevice = createReplaceDevice({ check, describe, stored });
  const checkLimit = createCheckLimit(clock);
  const dependencies = {
    automations,
    check,
    checkLimit,
    describe,
    templatesFor: createTemplatesFor({ homes, wordingFor, outbound }),
    replaceDevice,
  };
  return {
    api: {
      automations,
      automationCheck: check,
      automationCheckLimit: checkLimit,
      automationHomes: homes,
      automationRecipients: allowedRecipients,
      automationRecords: createAutomationRecords(db, clock),
      automationWordingFor: wordingFor,
      describeAutomations: describe,
      replaceDeviceInAutomations: replaceDevice,
      requireRunnableAutomation: requireRunnable,
    },
    routes({ serve }) {
      serve(resources.automations, automationHandlers(dependencies));
      serve(resources.automationVersions, automationVersionHandlers(dependencies));
    },
    stop: loopSearch.stop,
  } satisfies Feature;
}
