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

const SINGLE_FETCH = /node_modules\/react-router\/dist\/production\/lib\/dom\/ssr\/single-fetch\.js$/;
const READ_PAGE_DATA = path.join(import.meta.dirname, 'app/platform/loading/read-page-data.ts');
/** What the browser does otherwise than React Router: it asks for data as JSON, and reads both that and React Router's format. */
const JSON_CHANGES = [
  ['\treturn url;\n}\nasync function fetchAndDecodeViaTurboStream', '\turl.searchParams.set("_json", "");\n$&'],
  ['\treturn decode(body, {', '\treturn readPageData(decode, body, {'],
] as const;

/** Lets the browser take the data of pages as JSON, which both sides write and read in a fraction of the time. */
export function jsonDataPlugin(): Plugin {
  let isChanged = false;
  return {
    name: 'okolo-json-data',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: SINGLE_FETCH },
      handler(code) {
        let changed = `import { readPageData } from ${JSON.stringify(READ_PAGE_DATA)};\n${code}`;
        for (const [before, after] of JSON_CHANGES) {
          if (changed.split(before).length !== 2)
            this.error('React Router reads data in another way now: look here again.');
          changed = changed.replace(before, after);
        }
        isChanged = true;
        return { code: changed, map: null };
      },
    },
    generateBundle() {
      if (!isChanged) this.error('React Router reads data in another file now: look here again.');
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
