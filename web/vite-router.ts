import type { Plugin } from 'vite';

const INSTRUMENTATION = /node_modules\/react-router\/dist\/production\/lib\/router\/instrumentation\.js$/;
/** Its exports, doing nothing, as they do where no instrumentation is given. Those of the server's runtime are never called. */
const NOTHING = {
  consumeInstrumentationClientResultMetaReceiver: '() => undefined',
  getRouteInstrumentationUpdates: '() => ({})',
  instrumentClientSideRouter: '(router) => router',
  instrumentHandler: '(handler) => handler',
  instrumentationResultMetaContext: 'undefined',
};

/** Leaves React Router's instrumentation, which this site does not use, out of the browser's build: a kilobyte of each page. */
export function routerPlugin(): Plugin {
  return {
    name: 'okolo-router',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: INSTRUMENTATION },
      handler(code) {
        const exported = /^export \{(.*)\};$/m
          .exec(code)?.[1]
          ?.split(',')
          .map((name) => name.trim());
        if (exported?.sort().join() !== Object.keys(NOTHING).sort().join())
          this.error('React Router instruments in another way now: look here again.');
        const stubs = Object.entries(NOTHING).map(([name, text]) => `export const ${name} = ${text};`);
        return { code: stubs.join('\n'), map: null };
      },
    },
  };
}
