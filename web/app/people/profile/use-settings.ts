import type { User } from '@app/contract/people/users';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useRevalidator } from 'react-router';
import { usersApi } from '#contract/people/users';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { toast } from '../../ui/toast/toast.ts';
import { checkSettings, type SettingsErrors } from './check-settings.ts';
import {
  changedFields,
  draftOf,
  findClashes,
  rebase,
  type SettingsDraft,
  type SettingsField,
  toChange,
} from './settings-draft.ts';

export type Messages = Partial<Record<SettingsField, string>>;

interface Edited {
  draft: SettingsDraft;
  base: SettingsDraft;
  revision: number | undefined;
}

export interface SettingsState {
  draft: SettingsDraft;
  messages: Messages;
  isUnsaved: boolean;
  isSending: boolean;
  clash: { present: User; fields: readonly SettingsField[] } | null;
  change(part: Partial<SettingsDraft>): void;
  checkField(name: SettingsField): Promise<void>;
  handleSubmit(event: FormEvent): void;
  resolveClash(theirs: ReadonlySet<SettingsField>): void;
  leaveClash(): void;
}

const editedOf = (person: User): Edited => {
  const base = draftOf(person);
  return { draft: base, base, revision: person.revision };
};

/** State of the settings form: validated on blur and on submit; sends only what changed since it was loaded. */
export function useSettings(
  person: User,
  form: RefObject<HTMLFormElement | null>,
  invalidText?: string,
): SettingsState {
  const t = useText('settings', 'errors');
  const { revalidate } = useRevalidator();
  const [edited, setEdited] = useState(() => editedOf(person));
  const [errors, setErrors] = useState<SettingsErrors>({});
  const [refusals, setRefusals] = useState<Messages>({});
  const [clash, setClash] = useState<SettingsState['clash']>(null);
  const latest = useRef(edited);
  latest.current = edited;
  const { isSending, submit } = useSubmit({ onError: handleFailure });
  const { draft, base } = edited;

  // Takes over a contact confirmed beside the form. Changes of another window are handled on save.
  useEffect(() => {
    setEdited((known) => {
      if (known.revision !== person.revision) return known;
      const next = draftOf(person);
      return { draft: rebase(known.draft, known.base, next), base: next, revision: known.revision };
    });
  }, [person]);

  function handleFailure(error: unknown): boolean {
    if (!isApiError(error) || error.body.fields === undefined) return false;
    const { fields } = error.body;
    flushSync(() => setRefusals(fields));
    focusFirstError();
    return true;
  }

  function focusFirstError(): void {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  const hasText = (key: string): boolean => t(key as 'errors.internal') !== key;

  function change(part: Partial<SettingsDraft>): void {
    setEdited((known) => ({ ...known, draft: { ...known.draft, ...part } }));
    const without = <T extends object>(all: T): T =>
      Object.fromEntries(Object.entries(all).filter(([name]) => !(name in part))) as T;
    setErrors(without);
    setRefusals(without);
  }

  async function checkField(name: SettingsField): Promise<void> {
    const found = await checkSettings(latest.current.draft, latest.current.base, hasText);
    setErrors((known) => ({ ...known, [name]: found[name] }));
  }

  async function save(wanted: Edited): Promise<void> {
    const body = toChange(wanted.draft, wanted.base, wanted.revision);
    try {
      const saved = await call(usersApi.change, { params: { id: person.id }, body });
      setEdited(editedOf(saved));
      toast.success(t('settings.saved'));
      await revalidate();
    } catch (error) {
      const present = isApiError(error) && error.body.code === 'profile_changed' ? (error.body.present as User) : null;
      if (present === null) throw error;
      await handleClash(wanted, present);
    }
  }

  /** Handles a save of another window: changes outside this window's fields are merged without a question. */
  async function handleClash(wanted: Edited, present: User): Promise<void> {
    const theirs = draftOf(present);
    const fields = findClashes(wanted.draft, wanted.base, theirs);
    if (fields.length > 0) return setClash({ present, fields });
    await save(rebaseOnto(wanted, present, new Set()));
  }

  function rebaseOnto(mine: Edited, present: User, given: ReadonlySet<SettingsField>): Edited {
    const base = draftOf(present);
    const next = { draft: rebase(mine.draft, mine.base, base, given), base, revision: present.revision };
    setEdited(next);
    return next;
  }

  return {
    draft,
    messages: {
      ...Object.fromEntries(Object.entries(errors).map(([name, key]) => [name, key && t(key)])),
      ...refusals,
    },
    isUnsaved: changedFields(draft, base).length > 0,
    isSending,
    clash,
    change,
    checkField,
    handleSubmit(event) {
      event.preventDefault();
      void submit(async () => {
        setRefusals({});
        const found = await checkSettings(draft, base, hasText);
        flushSync(() => setErrors(found));
        if (Object.values(found).every((key) => key === undefined)) return save(edited);
        focusFirstError();
        if (invalidText !== undefined) toast.error(invalidText);
      });
    },
    resolveClash(theirs) {
      if (clash === null) return;
      setClash(null);
      void submit(() => save(rebaseOnto(edited, clash.present, theirs)));
    },
    leaveClash: () => setClash(null),
  };
}
