import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The whole table of routes has outgrown the first load: pages that the shown links lead to are told in the background.
  routeDiscovery: { mode: 'lazy' },
  // A loader of the browser's own is a few lines: two files for it would weigh twice as much in headers.
  splitRouteModules: false,
} satisfies Config;
