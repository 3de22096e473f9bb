import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { discardAbout, isSameText, loadAboutDraft, saveAboutDraft } from './about-draft.ts';
import { type AboutBase, type AboutOutcome, saveAbout, sendOnLeaving } from './save-about.ts';

export interface About {
  draft: string | null;
  /** The text that another window saved meanwhile. */
  theirs: string | null;
  edit(): void;
  type(draft: string): void;
  leave(): void;
  discard(): void;
  resolveWithMine(): void;
  resolveWithTheirs(): void;
}

/** Edits the own text: saved when the field, the page or the tab is left; never overwrites a save of another window. */
export function useAbout(userId: number, saved: AboutBase): About {
  const t = useText('my-ads');
  const { revalidate } = useRevalidator();
  const [draft, setDraft] = useState<string | null>(null);
  const [present, setPresent] = useState<AboutBase | null>(null);
  /** The text at the start of editing, or after the last save. */
  const base = useRef(saved);
  const typed = useRef<string | null>(null);
  /** The text being sent, to avoid sending the same text twice. */
  const sending = useRef<string | null>(null);
  /** Hiding and closing a page are separate events; the same text is sent once. */
  const sentOnLeaving = useRef<string | null>(null);

  function show(text: string | null): void {
    typed.current = text;
    setDraft(text);
  }

  useEffect(() => {
    if (typed.current === null) base.current = saved;
  }, [saved]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for once, when the page comes alive
  useEffect(() => {
    const stored = loadAboutDraft(localStorage, userId, saved.description);
    if (stored === null) return;
    show(stored.text);
    if (isSameText(stored.base, saved.description)) void save(saved);
    else setPresent(saved);
  }, []);

  function finish(outcome: AboutOutcome, text: string): void {
    if (outcome.kind === 'failed') {
      toast.error(outcome.message || t('my-ads.site.about.failed'));
      return;
    }
    if (outcome.kind === 'conflict') {
      setPresent(outcome.present);
      return;
    }
    base.current = outcome.base;
    discardAbout(localStorage, userId);
    if (typed.current === text) show(null);
    toast.success(t('my-ads.site.about.saved'));
    void revalidate();
  }

  async function save(over: AboutBase): Promise<void> {
    const text = typed.current;
    if (text === null || sending.current === text) return;
    if (isSameText(text, over.description)) {
      discardAbout(localStorage, userId);
      setPresent(null);
      return show(null);
    }
    sending.current = text;
    saveAboutDraft(localStorage, userId, { text, base: over.description });
    const outcome = await saveAbout(userId, text, over).finally(() => {
      sending.current = null;
    });
    finish(outcome, text);
  }

  const isConflict = present !== null;
  useEffect(() => {
    async function saveOnLeaving(): Promise<void> {
      const text = typed.current;
      // In a conflict only the user chooses between the texts.
      if (text === null || isConflict || isSameText(text, base.current.description)) return;
      // A pending request is aborted with the page, so the text is sent again; saving the same text twice is no
      // conflict.
      if (sentOnLeaving.current === text) return;
      sentOnLeaving.current = text;
      saveAboutDraft(localStorage, userId, { text, base: base.current.description });
      const outcome = await saveAbout(userId, text, base.current, sendOnLeaving);
      sentOnLeaving.current = null;
      if (outcome.kind === 'saved') {
        base.current = outcome.base;
        discardAbout(localStorage, userId);
      } else if (outcome.kind === 'conflict') setPresent(outcome.present);
      else toast.error(outcome.message || t('my-ads.site.about.failed'));
    }
    const handleHidden = (): void => {
      if (document.visibilityState === 'hidden') void saveOnLeaving();
    };
    const handleLeaving = (): void => void saveOnLeaving();
    window.addEventListener('pagehide', handleLeaving);
    document.addEventListener('visibilitychange', handleHidden);
    return () => {
      window.removeEventListener('pagehide', handleLeaving);
      document.removeEventListener('visibilitychange', handleHidden);
    };
  }, [userId, isConflict, t]);

  // Navigation inside the site fires none of the events above.
  const leaving = useRef(() => {});
  leaving.current = () => {
    if (!isConflict) void save(base.current);
  };
  useEffect(() => () => leaving.current(), []);

  return {
    draft,
    theirs: present?.description ?? null,
    edit() {
      base.current = saved;
      show(saved.description);
    },
    type(text) {
      show(text);
    },
    leave() {
      if (!isConflict) void save(base.current);
    },
    discard() {
      discardAbout(localStorage, userId);
      setPresent(null);
      show(null);
    },
    resolveWithMine() {
      if (present === null) return;
      base.current = present;
      setPresent(null);
      void save(present);
    },
    resolveWithTheirs() {
      if (present !== null) base.current = present;
      setPresent(null);
      discardAbout(localStorage, userId);
      show(null);
      void revalidate();
    },
  };
}
