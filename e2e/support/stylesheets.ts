import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ASSETS = path.join(import.meta.dirname, '../../web/build/client/assets');
const CLASS_OF_RULE = /\.([A-Za-z_][\w-]*)/g;

let sheets: Map<string, Set<string>> | undefined;

/** The classes that each stylesheet of the build has rules for. */
function readSheets(): Map<string, Set<string>> {
  const files = readdirSync(ASSETS).filter((file) => file.endsWith('.css'));
  return new Map(files.map((file) => [file, classesOf(readFileSync(path.join(ASSETS, file), 'utf8'), CLASS_OF_RULE)]));
}

function classesOf(text: string, pattern: RegExp): Set<string> {
  return new Set([...text.matchAll(pattern)].flatMap(([, found = '']) => found.split(/\s+/)));
}

/**
 * Classes of a page as the server sends it whose rules are in no stylesheet that the page links: until scripts load them
 * the reader sees bare elements. A page that renders a lazy part on the server imports the stylesheet of that part.
 */
export function findUnstyled(html: string): string[] {
  sheets ??= readSheets();
  const linked = classesOf(html, /<link[^>]*href="\/assets\/([^"#]+\.css)#?"/g);
  const inline = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, rules = '']) => rules).join('\n');
  const styled = classesOf(inline, CLASS_OF_RULE);
  const known = new Set<string>();
  for (const [file, classes] of sheets)
    for (const name of classes) {
      known.add(name);
      if (linked.has(file)) styled.add(name);
    }
  const used = classesOf(html.slice(html.indexOf('<body')), /\bclass="([^"]*)"/g);
  return [...used].filter((name) => known.has(name) && !styled.has(name)).sort();
}
