/** What may stay in a browser that is to keep nothing of its reader: choices of looks and devices, and marks without words. */
const KEPT =
  '^(okolo[-.].*|push-.*|react-router-.*|scheme|lang|video|music-(settings|device|dismissed)|emoji-tone|voice-speed|announcements-hidden|call-devices|place-declined|pay-return|postponed-documents|next-page-toasts)$';

/**
 * Runs before everything else in pages of a site whose operator wants nothing kept in browsers: local and session
 * storage forget with the page, whoever writes there, and what lay there before is taken out. Leaving asks where
 * something unsent would be lost. The text is static, because its hash is in the CSP.
 */
export const MEMORY_STORAGE_SCRIPT =
  `(()=>{const kept=/${KEPT}/,own=new Map,p=Storage.prototype,{getItem:get,setItem:set,removeItem:remove}=p;` +
  `const of=s=>{let m=own.get(s);if(!m)own.set(s,m=new Map);return m};` +
  `for(const n of["localStorage","sessionStorage"])try{const s=window[n];for(const k of Object.keys(s))if(!kept.test(k)){of(s).set(k,get.call(s,k));remove.call(s,k)}}catch{}` +
  `p.getItem=function(k){k=String(k);return kept.test(k)?get.call(this,k):of(this).get(k)??null};` +
  `p.setItem=function(k,v){k=String(k);if(kept.test(k))set.call(this,k,v);else of(this).set(k,String(v))};` +
  `p.removeItem=function(k){remove.call(this,k);of(this).delete(String(k))};` +
  `addEventListener("beforeunload",e=>{for(const m of own.values())for(const[k,v]of m)if(k==="registration"||v.includes('"isSent":false'))e.preventDefault()})})()`;

/** Whether databases and files of the browser are to stay empty: what they would hold lasts as long as the page. */
export const keepsNothing = (): boolean =>
  typeof document !== 'undefined' && document.documentElement.dataset.storage === 'none';
