import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';

const MODULE = 'virtual:icons';
const PREFIX = `${MODULE}/`;
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*'virtual:icons';?/g;
const CREATE_ICON = path.join(import.meta.dirname, 'app/ui/create-icon.ts');
/** What Iconify writes for each group of lines, and `createIcon` for the icon as a whole. */
const LINES = ' fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"';
const AREAS = ' fill="currentColor"';

const data = createRequire(import.meta.url)('@iconify-json/tabler/icons.json') as {
  icons: Record<string, { body: string }>;
};

/** `IconHeartFilled` of `heart-filled`; the type in app/ui/icons.d.ts says the same. */
function componentOf(name: string): string {
  const words = name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `Icon${words.join('')}`;
}

const bodies = new Map(Object.entries(data.icons).map(([name, { body }]) => [componentOf(name), body]));

function toDirectImports(names: string): string {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => `import ${name} from '${PREFIX}${name}';`)
    .join(' ');
}

function moduleOf(component: string): string {
  const body = bodies.get(component);
  if (body === undefined) throw new Error(`There is no icon ${component} in @iconify-json/tabler`);
  const isFilled = !body.includes(LINES);
  const shapes = body.replaceAll(isFilled ? AREAS : LINES, '').replace(/^<g>(.*)<\/g>$/, '$1');
  const args = `${JSON.stringify(shapes)}, ${isFilled}`;
  return `import { createIcon } from ${JSON.stringify(CREATE_ICON)};\nexport default /* @__PURE__ */ createIcon(${args});`;
}

/** `virtual:icons` has the icons of Tabler, each in a module of its own: those that nothing imports cost a build nothing. */
export function iconsPlugin(): Plugin {
  return {
    name: 'okolo-icons',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      return id.startsWith(`\0${PREFIX}`) ? moduleOf(id.slice(PREFIX.length + 1)) : undefined;
    },
    transform(code, id) {
      if (id.includes('node_modules') || !/\.tsx?(\?|$)/.test(id) || !code.includes(MODULE)) return;
      return { code: code.replace(IMPORT, (_, names: string) => toDirectImports(names)), map: null };
    },
  };
}
