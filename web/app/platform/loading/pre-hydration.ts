interface PreHydrationPress {
  /** The pressed button, a field in which Enter was pressed, or a form that was sent without a button. */
  on: HTMLElement;
  /** Shows that something is under way: the page, unless the button is marked for it. */
  busy: Element;
  /** Milliseconds of `performance.now()`. */
  at: number;
  event: Event;
}

declare global {
  interface Window {
    earlyPress?: PreHydrationPress;
    /** Defined by `PRE_HYDRATION_SCRIPT`. */
    keepEarlyPress?: (on: Element, event: Event) => void;
    /** Choices made before hydration, which sets selects to what was rendered. */
    earlyChoices?: Map<HTMLSelectElement, string>;
    isHydrated?: boolean;
  }
}

/** Marks an element that replays its press itself, because it is hydrated later than the page. */
const EARLY_ATTRIBUTE = 'data-early';
/** Marks an element whose buttons are hydrated later than the page. */
const EARLY_PART_ATTRIBUTE = 'data-early-part';
/** Marks a field of several lines that Enter sends. */
const ENTER_ATTRIBUTE = 'data-enter-sends';
const LATE = `[${EARLY_ATTRIBUTE}],[${EARLY_PART_ATTRIBUTE}]`;
/** Older presses (milliseconds) are ignored, because the user has given up or pressed something else. */
const PRESS_MAX_AGE_MS = 20_000;

/** What a click presses. A button of a popover works without scripts. */
const PRESSED = `[${EARLY_ATTRIBUTE}],button:not([popovertarget])`;

/**
 * Runs in <head> and records the last press before hydration, which would be lost on slow devices. A form without an
 * address of its own is not sent by the browser, which would put its fields, passwords too, into the address of the page.
 * The text is static, because its hash is in the CSP.
 */
export const PRE_HYDRATION_SCRIPT = `(function(d){function isAlive(e){return window.isHydrated&&!e.closest('${LATE}')}function keep(b,e){var p=window.earlyPress,o=b.hasAttribute('${EARLY_ATTRIBUTE}')?b:d.documentElement;if(p)p.busy.removeAttribute('aria-busy');window.earlyPress={on:b,busy:o,at:performance.now(),event:e};o.setAttribute('aria-busy','true')}window.keepEarlyPress=keep;d.addEventListener('click',function(e){var b=e.target instanceof Element&&e.target.closest('${PRESSED}');if(b&&!isAlive(b))keep(b,e)},true);d.addEventListener('submit',function(e){if(isAlive(e.target)||e.target.hasAttribute('action')||e.target.method==='dialog')return;e.preventDefault();keep(e.submitter||e.target,e)},true);d.addEventListener('keydown',function(e){var f=e.target;if(e.key==='Enter'&&!e.shiftKey&&!e.isComposing&&f instanceof Element&&f.hasAttribute('${ENTER_ATTRIBUTE}')&&!isAlive(f))keep(f,e)},true);d.addEventListener('change',function(e){if(e.target.tagName==='SELECT'&&!isAlive(e.target))(window.earlyChoices||(window.earlyChoices=new Map())).set(e.target,e.target.value)},true)})(document)`;

function forgetPress({ busy }: PreHydrationPress): void {
  delete window.earlyPress;
  busy.removeAttribute('aria-busy');
}

/**
 * Call it after `hydrateRoot` with the same root. React hydrates what is pressed at once and delivers the press itself, so
 * that it must not be repeated; where it cannot, because a lazy part has not loaded, it stops the event.
 */
export function watchStoppedPresses(root: Node): void {
  function checkDelivery(pressed: Element | null, event: Event): void {
    const kept = window.earlyPress?.event === event ? window.earlyPress : undefined;
    const isStopped = event.cancelBubble;
    if (isStopped && !kept && pressed && !event.defaultPrevented) window.keepEarlyPress?.(pressed, event);
    if (!isStopped && kept && window.isHydrated && kept.on.closest(LATE) === null) forgetPress(kept);
  }
  root.addEventListener(
    'click',
    (event) => checkDelivery(event.target instanceof Element ? event.target.closest(PRESSED) : null, event),
    true,
  );
  root.addEventListener('keydown', (event) => checkDelivery(null, event), true);
}

function takePress(isOf: (element: HTMLElement) => boolean): HTMLElement | null {
  const press = window.earlyPress;
  // During its dispatch React has hydrated the part for this press, which it delivers or stops after that.
  if (press === undefined || !isOf(press.on) || press.event.eventPhase !== Event.NONE) return null;
  forgetPress(press);
  return press.on.isConnected && performance.now() - press.at < PRESS_MAX_AGE_MS ? press.on : null;
}

/** Marks the element as hydrated and returns whether it was pressed before. */
export function markHydrated(element: HTMLElement): boolean {
  element.removeAttribute(EARLY_ATTRIBUTE);
  return takePress((on) => on === element) !== null;
}

/**
 * React keeps what was typed before hydration in the field, but takes it for what it rendered: setting the field to what
 * was rendered first makes the difference known.
 */
function announceTyped(field: HTMLInputElement | HTMLTextAreaElement): void {
  if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
    // Of the buttons of a group, the chosen one tells of the other as well.
    if (field.checked === field.defaultChecked || (field.type === 'radio' && !field.checked)) return;
    field.checked = field.defaultChecked;
    field.click();
    return;
  }
  if (field instanceof HTMLInputElement && field.type === 'file') {
    if (field.files?.length) field.dispatchEvent(new Event('change', { bubbles: true }));
    return;
  }
  const { value } = field;
  if (value === field.defaultValue) return;
  field.value = field.defaultValue;
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Announces to components what was entered before they were alive; parts that are hydrated later do it themselves. */
function announceEntered(hydrated: ParentNode & Node): void {
  const isAlive = (field: Element): boolean => field.closest(`[${EARLY_PART_ATTRIBUTE}]`) === null;
  for (const field of hydrated.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'))
    if (isAlive(field)) announceTyped(field);
  for (const [select, value] of window.earlyChoices ?? []) {
    if (!hydrated.contains(select) || !isAlive(select)) continue;
    window.earlyChoices?.delete(select);
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

/** What was entered is rendered before the press. */
function repeat(pressed: HTMLElement | null): void {
  setTimeout(() => {
    if (pressed instanceof HTMLFormElement) pressed.requestSubmit();
    else if (pressed instanceof HTMLTextAreaElement)
      pressed.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    else pressed?.click();
  });
}

/** The part is hydrated: tells what was entered and repeats a press of one of its buttons, unless the button waits for itself. */
export function endEarlyPart(part: HTMLElement): void {
  part.removeAttribute(EARLY_PART_ATTRIBUTE);
  announceEntered(part);
  repeat(takePress((on) => part.contains(on) && on.closest(LATE) === null));
}

/** A lazy part is hydrated: repeats a press that was stopped. One that is stopped again, in another part, is recorded again. */
export function endLazyPart(): void {
  repeat(takePress((on) => on.closest(LATE) === null));
}

/** Ends the time before hydration: announces to the components what was entered meanwhile and repeats the last press. */
export function endPreHydration(): void {
  if (window.isHydrated) return;
  window.isHydrated = true;
  announceEntered(document);
  endLazyPart();
}

/** Calls back when every part that the server rendered is alive, at once where they are. Returns what ends the wait. */
export function onPartsAlive(done: () => void): () => void {
  const areAlive = (): boolean => document.querySelector(`[${EARLY_PART_ATTRIBUTE}]`) === null;
  const observer = new MutationObserver(() => {
    if (!areAlive()) return;
    observer.disconnect();
    done();
  });
  if (areAlive()) done();
  else observer.observe(document, { subtree: true, childList: true, attributeFilter: [EARLY_PART_ATTRIBUTE] });
  return () => observer.disconnect();
}
