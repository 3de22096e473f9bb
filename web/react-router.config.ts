import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The full route manifest is too large for the first load, so the routes of visible links are loaded in the
  // background.
  routeDiscovery: { mode: 'lazy' },
  // Client loaders are a few lines long; separate files would cost more in headers.
  splitRouteModules: false,
} satisfies Config;
