export { createDemo, type Demo, type DemoCredentials } from './demo.ts';
