import type { ServerBuild } from 'react-router';

/** A build of React Router for tests: these routes, what the browser is told of them, and the module that renders pages. */
export const sampleBuild = (
  entry: object,
  routes: object,
  assets: { routes: object; version: string } = { routes, version: '1' },
): ServerBuild =>
  ({
    entry: { module: entry },
    routes,
    assets: { entry: { module: '', imports: [] }, url: '', ...assets },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
  }) as unknown as ServerBuild;
