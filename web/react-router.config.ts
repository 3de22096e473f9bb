import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The whole route table is a few kilobytes: asking the server for pieces of it would cost a round trip per page.
  routeDiscovery: { mode: 'initial' },
  // A loader of the browser's own is a few lines: two files for it would weigh twice as much in headers.
  splitRouteModules: false,
} satisfies Config;
