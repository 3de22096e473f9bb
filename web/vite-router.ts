import path from 'node:path';
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

const IMPORT = /import \{([^}]*)\} from 'react-router';/;
const SERVER_LINK = path.join(import.meta.dirname, 'app/ui/server/link.tsx');

/** Gives the server a `Link` of its own, which is quicker. */
export function serverLinkPlugin(): Plugin {
  return {
    name: 'okolo-server-link',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'ssr',
    transform(code, id) {
      const [statement, names] = IMPORT.exec(code) ?? [];
      if (statement === undefined || !/\.tsx$/.test(id) || id === SERVER_LINK) return;
      const others =
        names
          ?.split(',')
          .filter((name) => name.trim() !== 'Link')
          .join() ?? '';
      if (others === names) return;
      const link = `import { ServerLink as Link } from ${JSON.stringify(SERVER_LINK)};`;
      return { code: code.replace(statement, () => `${link} import {${others}} from 'react-router';`), map: null };
    },
  };
}
