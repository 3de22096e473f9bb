import path from 'node:path';
import type { Plugin } from 'vite';

const IMPORT = /import\s*\{([^}]*)\}\s*from\s*['"]@tabler\/icons-react['"];?/g;

function toDirectImports(names: string): string {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => `import ${name} from '@tabler/icons-react/dist/esm/icons/${name}.mjs';`)
    .join(' ');
}

const SERVER_ICON = path.join(import.meta.dirname, 'app/ui/server/icon.ts');

/**
 * Imports each Tabler icon from its own file, because the package's index lists 6,000 icons and adds seconds to each
 * build. On the server icons render what they look like at once.
 */
export function iconsPlugin(): Plugin {
  return {
    name: 'okolo-icons',
    enforce: 'pre',
    resolveId(source, importer) {
      const isForServer = this.environment.name === 'ssr' && importer?.includes('@tabler/icons-react');
      return isForServer && source.endsWith('/createReactComponent.mjs') ? SERVER_ICON : undefined;
    },
    transform(code, id) {
      if (id.includes('node_modules') || !/\.tsx?(\?|$)/.test(id) || !code.includes('@tabler/icons-react')) return;
      return { code: code.replace(IMPORT, (_, names: string) => toDirectImports(names)), map: null };
    },
  };
}
