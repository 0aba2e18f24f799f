import { portalResources } from '@azulejo/contract';
import type { Automations, DescribeAutomations } from '../../automation/definitions/index.ts';
import { brokerUrls } from '../../config/mqtt-settings.ts';
import type { Bridges } from '../../connections/bridges/index.ts';
import type { DeviceRecords, Devices } from '../../connections/devices/index.ts';
import type { Accounts } from '../../connections/linked-accounts/index.ts';
import type { Makers } from '../../connections/makers/index.ts';
import type { ManagerWebhooks, RefusedTemplates } from '../../connections/managers/index.ts';
import type { Services } from '../../connections/services/index.ts';
import type { VirtualDeviceControl } from '../../connections/virtual-devices/index.ts';
import type { TestWebhook, WebhookKeyOf } from '../../connections/webhook-manager/index.ts';
import type { Audit } from '../../core/audit/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import { createContraction, createServerReports } from '../../core/servers/index.ts';
import type { Channels, ChannelUrls } from '../../devices/channels/index.ts';
import {
  type TemplateEditor,
  type Templates,
  thumbnailUrls,
  type ValueSchemas,
} from '../../devices/templates/index.ts';
import type { Preferences } from '../../home/preferences/index.ts';
import type { TileGroups, Tiles } from '../../home/tiles/index.ts';
import type { Uploads } from '../../home/uploads/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import type { Users } from '../../identity/users/index.ts';
import type { Auth } from '../../sign-in/auth/index.ts';
import type { PasswordReset } from '../../sign-in/password-reset/index.ts';
import type { Values } from '../../telemetry/values/index.ts';
import { type BridgeOperator, portalBridgeHandlers } from '../bridges/index.ts';
import type { Removal } from '../deletion/index.ts';
import type { HomeApplication } from '../home-application/index.ts';
import type { PortalAccounts } from '../portal-accounts/index.ts';
import type { UserData } from '../user-data/index.ts';
import { applicationHandlers } from './applications-routes.ts';
import { auditLogHandlers } from './audit-log-routes.ts';
import { portalDeviceHandlers } from './devices-routes.ts';
import { managerHandlers } from './managers-routes.ts';
import { createTemplateUsage } from './read-models/template-usage.ts';
import { serverHandlers } from './servers-routes.ts';
import { createTemplateMoves } from './template-moves.ts';
import { templateEditorHandlers } from './templates-routes.ts';
import { applicationUserHandlers } from './users-routes.ts';
import { virtualDeviceHandlers } from './virtual-devices-routes.ts';

type Needs = Platform & {
  automations: Automations;
  applications: Applications;
  audit: Audit;
  auth: Auth;
  bridgeOperator: BridgeOperator;
  bridges: Bridges;
  channelUrls: ChannelUrls;
  channels: Channels;
  deviceRecords: DeviceRecords;
  devices: Devices;
  homeApplication: HomeApplication;
  makers: Makers;
  makerAccounts: Accounts;
  managerWebhooks: ManagerWebhooks;
  testWebhook: TestWebhook;
  passwordReset: PasswordReset;
  picture: (name: string) => string;
  portalAccounts: PortalAccounts;
  preferences: Preferences;
  refusedTemplates: RefusedTemplates;
  removal: Removal;
  schemas: ValueSchemas;
  services: Services;
  templateEditor: TemplateEditor;
  describeAutomations: DescribeAutomations;
  templates: Templates;
  tileGroups: TileGroups;
  tiles: Tiles;
  uploads: Uploads;
  userData: UserData;
  users: Users;
  values: Values;
  virtualDeviceControl: VirtualDeviceControl;
  webhookKeyOf: WebhookKeyOf;
};

/** Provides the operations of operators and developers in the portal. */
export function portalFeature(needs: Needs) {
  const { config, channelUrls: urls, portalAccounts } = needs;
  const templateUsage = createTemplateUsage({ ...needs, thumbnail: thumbnailUrls(config.urls.cdn) });
  const templateMoves = createTemplateMoves({ ...needs, usage: templateUsage });
  const serverReports = createServerReports(needs.db);
  const contraction = createContraction(needs.db);
  const { serve } = portalAccounts;
  return {
    api: { templateUsage, templateMoves, serverReports, contraction },
    portal(http) {
      const endpoints = { http: config.urls.base, mqtt: brokerUrls(config) };
      const applications = applicationHandlers({ ...needs, ...config, endpoints });
      serve(http, portalResources.applications, applications);
      serve(http, portalResources.managers, managerHandlers(needs));
      serve(http, portalResources.bridges, portalBridgeHandlers(needs));
      serve(http, portalResources.auditLog, auditLogHandlers(needs));
      serve(http, portalResources.servers, serverHandlers({ ...needs, serverReports, contraction }));
      const templates = templateEditorHandlers({ ...needs, templateUsage, templateMoves });
      serve(http, portalResources.templates, templates);
      serve(http, portalResources.users, applicationUserHandlers({ ...needs, urls }));
      const devices = portalDeviceHandlers({ ...needs, mqttUrl: config.urls.mqtt });
      serve(http, portalResources.devices, devices);
      const virtualDevices = virtualDeviceHandlers({ ...needs, urls });
      serve(http, portalResources.virtualDevices, virtualDevices);
    },
  } satisfies Feature;
}
