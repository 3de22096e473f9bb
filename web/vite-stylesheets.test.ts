import type { Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { BODIES, QUIET_BODY } from './vite-chunks.ts';
import { findMisnamed, linkStyles } from './vite-stylesheets.ts';

const PAGE = '/app/page.tsx';
const [BODY = ''] = BODIES;

interface Module {
  imports?: string[];
  parts?: string[];
}

function getModuleOf(modules: Record<string, Module>): Parameters<typeof linkStyles>[1] {
  return (id) => {
    const { imports = [], parts = [] } = modules[id] ?? {};
    return { importedIds: imports, dynamicallyImportedIds: parts } as unknown as Rolldown.ModuleInfo;
  };
}

function chunk(fileName: string, moduleIds: string[], imports: string[], styles: string[]): Rolldown.OutputChunk {
  const isEntry = fileName === 'page.js';
  const facadeModuleId = isEntry ? PAGE : null;
  const viteMetadata = { importedCss: new Set(styles), importedAssets: new Set() };
  return { type: 'chunk', fileName, moduleIds, imports, isEntry, facadeModuleId, viteMetadata } as never;
}

function linked(modules: Record<string, Module>, chunks: Rolldown.OutputChunk[]): string[] {
  const bundle = Object.fromEntries(chunks.map((of) => [of.fileName, of]));
  linkStyles(bundle, getModuleOf(modules));
  return [...(chunks[0]?.viteMetadata?.importedCss ?? [])];
}

test('a page links stylesheets of its body in the order of their imports, and not of parts that come later', () => {
  const modules = {
    [PAGE]: { imports: ['/app/page.module.css'], parts: [BODY, '/app/menu.tsx'] },
    [BODY]: { imports: ['/app/card.tsx', '/app/body.module.css'] },
    '/app/card.tsx': { imports: ['/app/card.module.css'] },
    '/app/menu.tsx': { imports: ['/app/menu.module.css'] },
  };
  const chunks = [
    chunk('page.js', [PAGE, '/app/page.module.css'], [], ['page.css']),
    chunk('body.js', [BODY, '/app/body.module.css'], ['card.js'], ['body.css']),
    chunk('card.js', ['/app/card.tsx', '/app/card.module.css'], [], ['card.css']),
    chunk('menu.js', ['/app/menu.tsx', '/app/menu.module.css'], [], ['menu.css']),
  ];
  expect(linked(modules, chunks)).toEqual(['page.css', 'card.css', 'body.css']);
});

test('a stylesheet without its classes is linked though its script is not loaded; one that comes with a script is not twice', () => {
  const modules = {
    [PAGE]: { imports: ['/app/shared.tsx', '/app/note.module.css'] },
    '/app/shared.tsx': { imports: ['/app/shared.module.css'] },
  };
  const chunks = [
    chunk('page.js', [PAGE], ['shared.js'], []),
    chunk('shared.js', ['/app/shared.tsx', '/app/shared.module.css'], [], ['shared.css']),
    chunk('note.js', ['/app/note.module.css'], [], ['note.css']),
  ];
  expect(linked(modules, chunks)).toEqual(['note.css']);
});

test('a body that is not named, and a name without a body, are found', () => {
  const pageOf = (body: string): Module => ({ imports: [QUIET_BODY], parts: [body] });
  const pages = Object.fromEntries(BODIES.map((body) => [`/app/page-of${body}`, pageOf(body)]));
  const found = (modules: Record<string, Module>): string[] => findMisnamed(Object.keys(modules), getModuleOf(modules));
  expect(found({ ...pages, '/app/lazy.tsx': { parts: ['/app/menu.tsx'] } })).toEqual([]);
  expect(found({ ...pages, [PAGE]: pageOf('/app/other-body.tsx') })).toEqual([PAGE]);
  expect(found({ ...pages, [`/app/page-of${BODY}`]: { parts: [BODY] } })).toEqual([BODY]);
});
