import type { MarkedPage } from './own-scripts.ts';

const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const START =
  /<script type="module"[^>]*>((?:import[^;]+;\s*)+)window\.__reactRouterRouteModules = (\{[^}]*\});\s*import\("([^"]+)"\);<\/script>/;
const IMPORT = /import (?:\* as (\w+) from )?"([^"]+)";/g;

/** Maximum time in milliseconds for which images delay the scripts. */
const PATIENCE_MS = 2500;

/**
 * Delays the scripts of a page until its images have loaded.
 *
 * A page of plain links and forms is usable without scripts, so its largest image gets the bandwidth first. The scripts
 * start after the load event and the first paint, or at once on the first interaction. Markup that differs from what
 * React Router writes today is left unchanged.
 */
export function startScriptsLate({ html, scripts }: MarkedPage): MarkedPage {
  const headEnd = html.indexOf('</head>') + 1;
  const bodyEnd = html.lastIndexOf('<script type="module"');
  if (headEnd === 0 || bodyEnd < headEnd) return { html, scripts };
  const head = html.slice(0, headEnd);
  const tail = html.slice(bodyEnd);
  const start = START.exec(tail);
  const imports = start?.[1];
  if (!start || imports === undefined) return { html, scripts };

  const files = [...head.matchAll(PRELOAD)].map(([, href]) => href);
  const modules = [...imports.matchAll(IMPORT)];
  const names = modules.map(([, name], index) => name ?? `unused${index}`);
  const run =
    `Promise.all([${modules.map(([, , file]) => `import("${file}")`).join(',')}])` +
    `.then(([${names.join(',')}])=>{window.__reactRouterRouteModules=${start[2]};return import("${start[3]}")})`;
  const late =
    `(()=>{let on=false;const go=()=>{if(on)return;on=true;` +
    `for(const href of ${JSON.stringify(files)})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));` +
    `${run}};` +
    `const loaded=new Promise(r=>document.readyState==="complete"?r():addEventListener("load",r));` +
    `const painted=new Promise(r=>new PerformanceObserver(r).observe({type:"paint",buffered:true}));` +
    `Promise.all([loaded,painted]).then(()=>setTimeout(go));setTimeout(go,${PATIENCE_MS});` +
    `for(const kind of["pointerdown","keydown","focusin"])addEventListener(kind,go,{once:true,passive:true})})()`;
  return {
    html:
      head.replace(PRELOAD, '') + html.slice(headEnd, bodyEnd) + tail.replace(START, () => `<script>${late}</script>`),
    scripts: [...scripts, late],
  };
}
