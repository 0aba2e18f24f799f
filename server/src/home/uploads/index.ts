export { uploadsFeature } from './feature.ts';
export { storeImage } from './store-image.ts';
export type { Uploads } from './uploads.ts';
