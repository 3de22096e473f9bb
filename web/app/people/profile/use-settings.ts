import type { User } from '@app/contract/people/users';
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { usersApi } from '#contract/people/users';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { type Form, useForm } from '../../ui/form/use-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import { checkSettings } from './check-settings.ts';
import {
  changedFields,
  draftOf,
  findClashes,
  rebase,
  type SettingsDraft,
  type SettingsField,
  toChange,
} from './settings-draft.ts';

/** The saved state that the draft was made from. */
interface Base {
  fields: SettingsDraft;
  revision: number | undefined;
}

export interface SettingsState {
  form: Form<SettingsDraft>;
  isUnsaved: boolean;
  clash: { present: User; fields: readonly SettingsField[] } | null;
  resolveClash(theirs: ReadonlySet<SettingsField>): void;
  leaveClash(): void;
}

const baseOf = (person: User): Base => ({ fields: draftOf(person), revision: person.revision });

/** State of the settings form: validated on blur and on submit; sends only what changed since it was loaded. */
export function useSettings(person: User, invalidText?: string): SettingsState {
  const t = useText('settings', 'errors');
  const { revalidate } = useRevalidator();
  const [base, setBase] = useState(() => baseOf(person));
  const [clash, setClash] = useState<SettingsState['clash']>(null);
  const form = useForm<SettingsDraft>({
    initial: base.fields,
    t,
    checksOnBlur: 'all',
    check: (draft) => checkSettings(draft, base.fields, t),
    onInvalid: () => invalidText !== undefined && toast.error(invalidText),
    // The messages beside the fields are enough.
    onError: (error) => isApiError(error) && error.body.fields !== undefined,
    send: (draft) => save(draft, base),
  });

  // Takes over a contact confirmed beside the form. Changes of another window are handled on save.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newly loaded person counts
  useEffect(() => {
    if (base.revision === person.revision) rebaseOnto(person, base, new Set());
  }, [person]);

  async function save(draft: SettingsDraft, over: Base): Promise<void> {
    const body = toChange(draft, over.fields, over.revision);
    try {
      const saved = await call(usersApi.change, { params: { id: person.id }, body });
      setBase(baseOf(saved));
      form.replace(draftOf(saved));
      sayWhatWasSaved(saved);
      await revalidate();
    } catch (error) {
      const present = isApiError(error) && error.body.code === 'profile_changed' ? (error.body.present as User) : null;
      if (present === null) throw error;
      // Changes of the other window outside this window's fields are merged without a question.
      const fields = findClashes(draft, over.fields, draftOf(present));
      if (fields.length > 0) setClash({ present, fields });
      else await save(rebaseOnto(present, over, new Set()), baseOf(present));
    }
  }

  /** A new contact is not saved yet: it waits for its code. */
  function sayWhatWasSaved({ email_pending, phone_pending }: User): void {
    if (email_pending && email_pending !== person.email_pending)
      toast.success(t('settings.saved.email', { value: email_pending }));
    else if (phone_pending && phone_pending !== person.phone_pending)
      toast.success(t('settings.saved.phone', { value: phone_pending }));
    else toast.success(t('settings.saved'));
  }

  function rebaseOnto(present: User, from: Base, theirs: ReadonlySet<SettingsField>): SettingsDraft {
    setBase(baseOf(present));
    return form.replace((mine) => rebase(mine, from.fields, draftOf(present), theirs));
  }

  return {
    form,
    isUnsaved: changedFields(form.values, base.fields).length > 0,
    clash,
    resolveClash(theirs) {
      if (clash === null) return;
      setClash(null);
      void form.submit(() => save(rebaseOnto(clash.present, base, theirs), baseOf(clash.present)));
    },
    leaveClash: () => setClash(null),
  };
}
