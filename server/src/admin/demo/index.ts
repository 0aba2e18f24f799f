export { createDemo, type Demo, type DemoCredentials } from './demo.ts';
export { createDemoHistory, type DemoHistory } from './demo-history.ts';
