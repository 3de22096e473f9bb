import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { useLeaving } from '../../ui/hooks/use-leaving.ts';
import { toast } from '../../ui/toast/toast.ts';
import { discardAbout, isSameText, loadAboutDraft, saveAboutDraft } from './about-draft.ts';
import { type AboutBase, type AboutOutcome, saveAbout } from './save-about.ts';

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

  function finish(outcome: AboutOutcome, text: string, isLeaving: boolean): void {
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
    if (isLeaving) return;
    if (typed.current === text) show(null);
    toast.success(t('my-ads.site.about.saved'));
    void revalidate();
  }

  async function save(over: AboutBase, isLeaving = false): Promise<void> {
    const text = typed.current;
    // A pending request is aborted with the page, so the text is sent again; saving the same text twice is no conflict.
    const sent = isLeaving ? sentOnLeaving : sending;
    if (text === null || sent.current === text) return;
    if (isSameText(text, over.description)) {
      if (!isLeaving) discard();
      return;
    }
    sent.current = text;
    saveAboutDraft(localStorage, userId, { text, base: over.description });
    const outcome = await saveAbout(userId, text, over, isLeaving).finally(() => {
      sent.current = null;
    });
    finish(outcome, text, isLeaving);
  }

  function discard(): void {
    discardAbout(localStorage, userId);
    setPresent(null);
    show(null);
  }

  // In a conflict only the user chooses between the texts.
  const leave = (isLeaving = false): void => {
    if (present === null) void save(base.current, isLeaving);
  };
  useLeaving(() => leave(true), leave);

  return {
    draft,
    theirs: present?.description ?? null,
    edit() {
      base.current = saved;
      show(saved.description);
    },
    type: show,
    leave: () => leave(),
    discard,
    resolveWithMine() {
      if (present === null) return;
      base.current = present;
      setPresent(null);
      void save(present);
    },
    resolveWithTheirs() {
      if (present !== null) base.current = present;
      discard();
      void revalidate();
    },
  };
}
