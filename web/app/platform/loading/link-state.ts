const KEY = 'link-state';

/** Runs in a page whose scripts have not started: a pressed link hands its state to the next page. */
export const KEEP_LINK_STATE =
  `addEventListener("click",e=>{const a=e.target instanceof Element&&e.target.closest("a[data-state]");` +
  `if(a&&!window.isHydrated&&!e.ctrlKey&&!e.metaKey&&!e.shiftKey)` +
  `try{sessionStorage.setItem("${KEY}",JSON.stringify([a.pathname,JSON.parse(a.dataset.state)]))}catch{}},seen);`;

/** Gives the router the state of the link that led here, before it reads where it is. */
export function consumeLinkState(): void {
  try {
    const kept = sessionStorage.getItem(KEY);
    if (kept === null) return;
    sessionStorage.removeItem(KEY);
    const [path, usr] = JSON.parse(kept) as [string, unknown];
    if (path === location.pathname) history.replaceState({ ...history.state, usr }, '');
  } catch {
    // Without storage a link hands over nothing.
  }
}
