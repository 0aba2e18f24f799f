export { createHomeApplication, type HomeApplication } from './home-application.ts';
