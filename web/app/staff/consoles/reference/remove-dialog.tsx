import type { ReferenceUses } from '@app/contract/reference/reference';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { referenceApi } from '#contract/reference/reference';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { CityField } from '../../../reference/city-field.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { StaffForm } from '../frame/staff-form.tsx';
import { useStaffAction } from '../frame/use-staff-action.ts';
import styles from './entry-dialog.module.css';
import { type Entry, type ReferenceKind, removeEntry } from './reference-kinds.ts';

interface Named {
  id: number;
  name: string;
}

interface RemoveDialogProps {
  kind: ReferenceKind;
  entry: Entry;
  onClose: () => void;
}

/** References that block a removal, and possible replacements. */
interface Obstacle {
  message: string;
  uses: ReferenceUses;
  choices: readonly Named[];
}

/** Confirms the removal of an entry; asks for a replacement when ads, users or cities refer to the entry. */
export function RemoveDialog({ kind, entry, onClose }: RemoveDialogProps) {
  const t = useText('admin', 'reference');
  const [obstacle, setObstacle] = useState<Obstacle | null>(null);
  const { isSending, run } = useStaffAction();

  function remove(replacement: string): void {
    void run(async () => {
      try {
        await removeEntry(kind, entry.id, replacement);
      } catch (error) {
        if (!isApiError(error) || error.body.code !== 'in_use' || error.body.uses === undefined) throw error;
        const { message, uses } = error.body;
        setObstacle({ message, uses: uses as ReferenceUses, choices: await loadChoices(kind) });
        return false;
      }
      onClose();
      return t(`reference.${kind}.removed`);
    });
  }

  if (obstacle !== null)
    return (
      <Replacement
        kind={kind}
        entry={entry}
        obstacle={obstacle}
        isSending={isSending}
        onChoose={remove}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      question={t(`admin.${kind}.remove`, { name: entry.name_native })}
      verb={t('admin.remove')}
      isSending={isSending}
      onConfirm={() => remove('')}
      onClose={onClose}
    >
      {t('admin.remove.forGood')}
    </ConfirmDialog>
  );
}

/** Lists countries for a city, because the replacement city is chosen by its country. */
async function loadChoices(kind: ReferenceKind): Promise<readonly Named[]> {
  if (kind === 'category') return (await call(referenceApi.listCategories)).categories;
  return (await call(referenceApi.listCountries)).countries;
}

interface ReplacementProps {
  kind: ReferenceKind;
  entry: Entry;
  obstacle: Obstacle;
  isSending: boolean;
  onChoose: (replacement: string) => void;
  onClose: () => void;
}

function Replacement({ kind, entry, obstacle, isSending, onChoose, onClose }: ReplacementProps) {
  const t = useText('admin', 'reference');
  const [chosen, setChosen] = useState('');
  const [country, setCountry] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { message, uses, choices } = obstacle;

  const save = (): void => (chosen === '' || chosen === String(entry.id) ? setMissing(true) : onChoose(chosen));
  function choose(value: string): void {
    setChosen(value);
    setMissing(false);
  }

  return (
    <Dialog title={t(`admin.${kind}.replace`, { name: entry.name_native })} onClose={onClose}>
      <p className={styles.note}>{message}</p>
      <ul className={styles.uses}>
        {(['ads', 'people', 'cities'] as const)
          .filter((use) => uses[use] > 0)
          .map((use) => (
            <li key={use}>{t(`admin.uses.${use}`, { count: uses[use] })}</li>
          ))}
      </ul>
      <StaffForm verb={t('admin.replace')} form={{ isSending, save }}>
        {kind === 'city' ? (
          <CityField
            country={country}
            city={chosen}
            onChange={({ country_id, city_id }) => {
              setCountry(country_id);
              choose(city_id);
            }}
            errors={isMissing ? { city_id: t('admin.replace.missing') } : {}}
          />
        ) : (
          <Select
            label={t('admin.replace.by')}
            withAsterisk
            data-first
            openOnFocus={false}
            data={choices
              .filter(({ id }) => id !== entry.id)
              .map(({ id, name }) => ({ value: String(id), label: name }))}
            value={chosen || null}
            error={isMissing && t('admin.replace.missing')}
            searchable
            allowDeselect={false}
            nothingFoundMessage={t('reference.place.nothing')}
            onChange={(value) => choose(value ?? '')}
          />
        )}
      </StaffForm>
    </Dialog>
  );
}
