import { IS_AWAY_FROM_MOSCOW, STORE_DEVICE_ZONE } from '../format/device-zone-script.ts';
import { KEEP_LINK_STATE } from './link-state.ts';
import type { MarkedPage } from './own-scripts.ts';

const SCRIPT_END = '</script>';
const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
/**
 * A part with it shows more by itself once the page has scripts, which start when it is seen. Its value may name what the
 * browser must offer, such as `Translator`.
 */
const NEEDS_SCRIPTS = 'data-needs-scripts';
/** Text of an element that tells a Moscow time, because the reader's zone is unknown. */
const MOSCOW_CLOCK = />[^<>]*\u00a0(?:МСК|MSK)/;

/** Maximum time in milliseconds for which images delay the scripts. */
const PATIENCE_MS = 2500;

/**
 * When scripts of a page start: `loaded`, after its images, or at once on the first press, key or focus; `needed`, when
 * somebody uses a control or sees a part that needs them, and never for who only reads and follows links.
 */
export type LateStart = 'loaded' | 'needed';

/**
 * What uses scripts. Links work without them, and to move the pointer or the page is to read, so these are no signs;
 * a mouse over a button is a moment away from pressing it, where a finger may only begin to scroll. A strip of photos that
 * is scrolled shows its place by scripts.
 */
const CONTROLS = 'button,input,select,textarea,label,summary';
const WATCH_CONTROLS =
  `const at=e=>e.target instanceof Element?e.target:d.body;` +
  `for(const k of["pointerover","focusin","click"])addEventListener(k,e=>{if((k!=="pointerover"||e.pointerType!=="touch")&&at(e).closest("${CONTROLS}"))go()},seen);` +
  `addEventListener("scroll",e=>{if(at(e).closest("[data-early-part='']"))go()},seen);` +
  `addEventListener("keydown",go,seen);`;

const WATCH_PARTS =
  `const o=new IntersectionObserver(s=>{if(s.some(e=>e.isIntersecting)){window.isPartSeen=true;whenLoaded()}},{rootMargin:"0px 0px -20%"});` +
  `for(const e of d.querySelectorAll("[${NEEDS_SCRIPTS}]")){const v=e.getAttribute("${NEEDS_SCRIPTS}");if(v===""||v in self)o.observe(e)}`;

/** Only the browser knows its language, favorites and place, and its zone on the first visit. */
const hasOwn = (showsMoscowClock: boolean): string =>
  `let own=false;try{const l=localStorage.getItem("lang");own=l!==null&&l!==h.lang||localStorage.getItem("guest-favorites")!==null||h.dataset.place==="remembered"}catch{}` +
  `if(!h.dataset.zone){${STORE_DEVICE_ZONE}${showsMoscowClock ? `own||=${IS_AWAY_FROM_MOSCOW};` : ''}}`;

/** The mark tells measurements that the page waits for its reader. */
const startWhenNeeded = (showsMoscowClock: boolean): string =>
  `${WATCH_CONTROLS}${hasOwn(showsMoscowClock)}if(own)whenLoaded();else{${WATCH_PARTS}performance.mark("waiting for the reader")}`;

const START_WHEN_LOADED = `whenLoaded();for(const k of["pointerdown","keydown","focusin"])addEventListener(k,go,seen)`;

/** Entries of the history that scripts added share a document; without scripts it stays when another one is chosen. */
const RELOAD_AT_OTHER_ENTRY =
  `const here=location.pathname+location.search;` +
  `addEventListener("popstate",()=>{if(!window.isHydrated&&location.pathname+location.search!==here)location.reload()});`;

const MODULE = '<script type="module"';
/** The browser does not run a script of this type. */
const LATE_TYPE = 'late';

/**
 * Delays the scripts of a page of plain links and forms, which is usable without them. Its largest image gets the
 * bandwidth first.
 *
 * The script that starts the page stays as it is, with another type, and is copied as a module later: one module, because
 * its imports must all be there before the first one of them runs and starts the page.
 */
export function startScriptsLate({ html, scripts }: MarkedPage, start: LateStart): MarkedPage {
  const headEnd = html.indexOf('</head>') + 1;
  const at = html.lastIndexOf(MODULE);
  const end = html.indexOf(SCRIPT_END, at) + SCRIPT_END.length;
  if (headEnd === 0 || at < headEnd || end < at) return { html, scripts };
  const head = html.slice(0, headEnd);
  const body = html.slice(headEnd, at);
  const files = [...head.matchAll(PRELOAD)].map(([, href]) => href);
  const late =
    `(()=>{const d=document,h=d.documentElement,seen={capture:true,passive:true};let on=false;const go=()=>{if(on)return;on=true;` +
    `for(const href of ${JSON.stringify(files)})d.head.append(Object.assign(d.createElement("link"),{rel:"modulepreload",href}));` +
    `const s=Object.assign(d.createElement("script"),{type:"module",textContent:d.querySelector("script[type=${LATE_TYPE}]").textContent});d.head.append(s);s.remove()};` +
    `const whenLoaded=()=>{const loaded=new Promise(r=>d.readyState==="complete"?r():addEventListener("load",r));` +
    `const painted=new Promise(r=>new PerformanceObserver(r).observe({type:"paint",buffered:true}));` +
    `Promise.all([loaded,painted]).then(()=>setTimeout(go));setTimeout(go,${PATIENCE_MS})};` +
    `${RELOAD_AT_OTHER_ENTRY}${KEEP_LINK_STATE}` +
    `${start === 'loaded' ? START_WHEN_LOADED : startWhenNeeded(MOSCOW_CLOCK.test(body))}})()`;
  const waiting = `<script type="${LATE_TYPE}"${html.slice(at + MODULE.length, end)}<script>${late}</script>`;
  return { html: head.replace(PRELOAD, '') + body + waiting + html.slice(end), scripts: [...scripts, late] };
}
