import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const CONTRACT = path.resolve(import.meta.dirname, '../contract/src');
const PREFIX = '#contract/';
/** A "#" in the id would start a URL fragment. */
const RESOLVED = '\0okolo-contract/';

interface EndpointLike {
  method: string;
  path: string;
  access: string;
  multipart?: boolean;
  files?: unknown;
}

function isEndpoint(value: unknown): value is EndpointLike {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}

function stripEndpointSchemas({ method, path: url, access, multipart, files }: EndpointLike): object {
  return { method, path: url, access, ...(multipart || files ? { multipart: true } : {}) };
}

function isPlain(value: unknown): boolean {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true;
  if (Array.isArray(value)) return value.every(isPlain);
  return (
    typeof value === 'object' &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.values(value).every(isPlain)
  );
}

function stripSchemas(value: unknown): unknown {
  if (isPlain(value) || value instanceof RegExp) return value;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return undefined;
  const calls = Object.entries(value).filter(([, member]) => isEndpoint(member));
  if (calls.length === 0) return undefined;
  return Object.fromEntries(calls.map(([name, member]) => [name, stripEndpointSchemas(member as EndpointLike)]));
}

/**
 * `#contract/<file>` is the contract without its schemas: endpoints as method and path, constants and patterns.
 *
 * Types come from the contract itself (tsconfig paths), so requests stay fully typed while zod, a fifth of the page's
 * JavaScript budget, is not shipped. Code that validates imports `@app/contract/<file>` lazily.
 */
export function contractPlugin(): Plugin {
  return {
    name: 'okolo-contract',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(PREFIX) ? RESOLVED + id.slice(PREFIX.length) : undefined),
    async load(id) {
      if (!id.startsWith(RESOLVED)) return;
      const file = path.join(CONTRACT, `${id.slice(RESOLVED.length)}.ts`);
      this.addWatchFile(file);
      const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
      return Object.entries(module)
        .map(([name, value]) => [name, stripSchemas(value)] as const)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `export const ${name} = ${value instanceof RegExp ? value : JSON.stringify(value)};`)
        .join('\n');
    },
  };
}
