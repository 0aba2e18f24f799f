export { createServices, type Services } from './services.ts';
export { serviceAuthorizationHandler, serviceHandlers } from './services-routes.ts';
