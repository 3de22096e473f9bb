import type { Announcement } from '@app/contract/staff/operations';

const STORED = 'announcements-hidden';
/** Maximum number of stored keys; the oldest are removed first. */
const DISMISSED_MAX = 50;

export const announcementKey = ({ id, revision }: Pick<Announcement, 'id' | 'revision'>): string => `${id}-${revision}`;

/**
 * Runs in <head> before the first paint, so that a dismissed notice neither flashes nor shifts the page. The text is
 * static, because its hash is in the CSP.
 */
export const HIDE_DISMISSED_SCRIPT = `try{var k=JSON.parse(localStorage.getItem('${STORED}')||'[]').filter(function(s){return /^\\d+-\\d+$/.test(s)});if(k.length){var e=document.createElement('style');e.textContent=k.map(function(s){return '[data-announcement="'+s+'"]'}).join()+'{display:none!important}';document.head.appendChild(e)}}catch(e){}`;

export function loadDismissed(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]');
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

export function dismiss(key: string): void {
  try {
    localStorage.setItem(STORED, JSON.stringify([...loadDismissed(), key].slice(-DISMISSED_MAX)));
  } catch {
    // Without storage the notice appears again on the next page.
  }
}
