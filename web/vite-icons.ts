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

/**
 * Imports each Tabler icon from its own file, because the package's index lists 6,000 icons and adds seconds to each
 * build.
 */
export function iconsPlugin(): Plugin {
  return {
    name: 'okolo-icons',
    enforce: 'pre',
    transform(code, id) {
      if (id.includes('node_modules') || !/\.tsx?(\?|$)/.test(id) || !code.includes('@tabler/icons-react')) return;
      return { code: code.replace(IMPORT, (_, names: string) => toDirectImports(names)), map: null };
    },
  };
}
