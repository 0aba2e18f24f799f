export { applicationHandlers } from './applications-routes.ts';
export { auditLogHandlers } from './audit-log-routes.ts';
export { messageHandlers } from './messages-routes.ts';
export { createTemplateUsage } from './read-models/template-usage.ts';
export { createTemplateMoves } from './template-moves.ts';
export { templateEditorHandlers } from './templates-routes.ts';
export { applicationUserHandlers } from './users-routes.ts';
export { virtualDeviceHandlers } from './virtual-devices-routes.ts';
