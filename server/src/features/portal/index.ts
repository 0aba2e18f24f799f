export { applicationHandlers } from './applications-routes.ts';
export { templateEditorHandlers } from './templates-routes.ts';
export { applicationUserHandlers } from './users-routes.ts';
export { virtualDeviceHandlers } from './virtual-devices-routes.ts';
