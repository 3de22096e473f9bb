import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { discardAbout, isSameText, loadAboutDraft, saveAboutDraft } from './about-draft.ts';
import { type AboutBase, type AboutOutcome, saveAbout, sendOnLeaving } from './save-about.ts';

export interface About {
  /** What is typed; null while it is only read. */
  draft: string | null;
  /** What another window saved meanwhile. */
  theirs: string | null;
  edit(): void;
  type(draft: string): void;
  /** Leave the field: save, when there is something to save. */
  leave(): void;
  discard(): void;
  resolveWithMine(): void;
  resolveWithTheirs(): void;
}

/** A person's own words about themselves: saved on leaving the field, the page and the tab; never over what another window saved. */
export function useAbout(userId: number, saved: AboutBase): About {
  const t = useText('my-ads');
  const { revalidate } = useRevalidator();
  const [draft, setDraft] = useState<string | null>(null);
  const [present, setPresent] = useState<AboutBase | null>(null);
  /** What the typing began with, and after a save what was saved. */
  const base = useRef(saved);
  const typed = useRef<string | null>(null);
  /** The same text is not sent twice at once. */
  const sending = useRef<string | null>(null);
  /** Hiding a page and closing it are told apart; its text goes once. */
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
      // Of two texts nobody but the person chooses.
      if (text === null || isConflict || isSameText(text, base.current.description)) return;
      // A request that is on its way ends with the page: it is repeated even so, and the same text twice is no conflict.
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

  // Another page of the site takes this one's place without any of the events above.
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
