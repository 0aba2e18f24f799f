export { createPlaces, type Places } from './places.ts';
export { placeHandlers } from './places-routes.ts';
