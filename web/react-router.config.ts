import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The whole route table is a few kilobytes: asking the server for pieces of it would cost a round trip per page.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
