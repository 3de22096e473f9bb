import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Checkbox.css';
import { LANGUAGE_NAMES, LANGUAGES, type Lang } from '@app/contract/platform/languages';
import type { CategoryAttribute } from '@app/contract/reference/attributes';
import { Checkbox, Select, TextInput } from '@mantine/core';
import { IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import {
  ATTRIBUTE_CHOICES_MAX,
  ATTRIBUTE_KINDS,
  ATTRIBUTE_NAME_MAX,
  attributesApi,
} from '#contract/reference/attributes';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { button, iconButton } from '../../../ui/button.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { AdminForm } from '../frame/admin-form.tsx';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import styles from './attribute-dialog.module.css';

type Names = Partial<Record<Lang, string>>;
type Kind = CategoryAttribute['kind'];

interface Choice {
  key: number;
  id?: number;
  name: string;
  names: Names;
}

interface AttributeDialogProps {
  category: number;
  attribute?: CategoryAttribute;
  onSaved: () => void;
  onClose: () => void;
}

/** The Russian name is stored on the attribute itself, the others as translations. */
const OTHER_LANGUAGES = LANGUAGES.filter((lang) => lang !== 'ru');

const draftOf = (attribute: CategoryAttribute | undefined) => ({
  name: attribute?.name ?? '',
  names: (attribute?.names ?? {}) as Names,
  kind: attribute?.kind ?? ('text' as Kind),
  unit: attribute?.unit ?? '',
  position: attribute ? String(attribute.position) : '',
  required: attribute?.required === 1,
  searchable: attribute ? attribute.searchable === 1 : true,
  choices: (attribute?.choices ?? []).map(
    ({ id, name, names }, index): Choice => ({ key: index, id, name, names: names ?? {} }),
  ),
});
type Draft = ReturnType<typeof draftOf>;

function bodyOf({ kind, choices, required, searchable, position, unit, ...named }: Draft) {
  const filled = choices.filter(({ name }) => name.trim() !== '');
  return {
    ...named,
    ...(kind === 'number' && { unit }),
    ...(position !== '' && { position }),
    required: required ? (1 as const) : (0 as const),
    searchable: searchable ? (1 as const) : (0 as const),
    ...(kind === 'choice' && { choices: filled.map(({ key: _, ...choice }) => choice) }),
  };
}

/** Adds or changes an attribute of a category. The kind cannot change, because ads have values of this kind. */
export function AttributeDialog({ category, attribute, onSaved, onClose }: AttributeDialogProps) {
  const t = useText('admin');
  const [draft, setDraft] = useState(() => draftOf(attribute));
  const { isSending, submit, errors, clear } = useStaffSubmit();

  function change(part: Partial<Draft>): void {
    setDraft((known) => ({ ...known, ...part }));
    for (const name of Object.keys(part)) clear(name);
  }

  function save(): void {
    void submit(async () => {
      const body = bodyOf(draft);
      if (attribute) await call(attributesApi.edit, { body: { ...body, id: attribute.id } });
      else await call(attributesApi.create, { body: { ...body, category, kind: draft.kind } });
      toast.success(t(attribute ? 'admin.attribute.changed' : 'admin.attribute.created'));
      onSaved();
    });
  }

  const text = (name: 'name' | 'unit' | 'position') => ({
    label: t(`admin.attribute.${name}`),
    value: draft[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });

  return (
    <Dialog title={t(attribute ? 'admin.attribute.edit' : 'admin.attribute.add')} isWide onClose={onClose}>
      <AdminForm verb={t(attribute ? 'admin.save' : 'admin.add')} isSending={isSending} onSubmit={save}>
        <div className={styles.two}>
          <TextInput {...text('name')} data-first withAsterisk maxLength={ATTRIBUTE_NAME_MAX} />
          <Select
            label={t('admin.attribute.kind')}
            data={ATTRIBUTE_KINDS.map((kind) => ({ value: kind, label: t(`admin.attribute.kind.${kind}`) }))}
            value={draft.kind}
            disabled={attribute !== undefined}
            allowDeselect={false}
            onChange={(value) => change({ kind: (value ?? 'text') as Kind })}
          />
          {draft.kind === 'number' && <TextInput {...text('unit')} maxLength={12} />}
          <TextInput {...text('position')} inputMode="numeric" maxLength={4} />
        </div>
        <OtherNames names={draft.names} onChange={(names) => change({ names })} />
        {draft.kind === 'choice' && (
          <Choices
            choices={draft.choices}
            error={errors.choices ?? errors.category}
            onChange={(choices) => change({ choices })}
          />
        )}
        {draft.kind !== 'choice' && errors.category && (
          <p role="alert" className={styles.error}>
            {errors.category}
          </p>
        )}
        <Checkbox
          label={t('admin.attribute.required')}
          checked={draft.required}
          onChange={(event) => change({ required: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('admin.attribute.searchable')}
          checked={draft.searchable}
          onChange={(event) => change({ searchable: event.currentTarget.checked })}
        />
      </AdminForm>
    </Dialog>
  );
}

function OtherNames({ names, onChange }: { names: Names; onChange: (names: Names) => void }) {
  const t = useText('admin');
  return (
    <details className={styles.names}>
      <summary>{t('admin.attribute.names')}</summary>
      <div className={styles.two}>
        {OTHER_LANGUAGES.map((lang) => (
          <TextInput
            key={lang}
            label={LANGUAGE_NAMES[lang]}
            lang={lang}
            value={names[lang] ?? ''}
            maxLength={ATTRIBUTE_NAME_MAX}
            onChange={(event) => onChange({ ...names, [lang]: event.currentTarget.value })}
          />
        ))}
      </div>
    </details>
  );
}

interface ChoicesProps {
  choices: readonly Choice[];
  error: string | undefined;
  onChange: (choices: Choice[]) => void;
}

function Choices({ choices, error, onChange }: ChoicesProps) {
  const t = useText('admin');
  const nextKey = Math.max(-1, ...choices.map(({ key }) => key)) + 1;

  function moveUp(index: number): void {
    const [moved] = choices.slice(index, index + 1);
    const rest = choices.filter((_, at) => at !== index);
    if (moved) onChange([...rest.slice(0, index - 1), moved, ...rest.slice(index - 1)]);
  }

  return (
    <fieldset className={styles.choices}>
      <legend>{t('admin.attribute.choices')}</legend>
      {choices.map((choice, index) => (
        <div key={choice.key} className={styles.choice}>
          <TextInput
            aria-label={t('admin.attribute.choice', { number: index + 1 })}
            value={choice.name}
            maxLength={ATTRIBUTE_NAME_MAX}
            onChange={(event) => {
              const name = event.currentTarget.value;
              onChange(choices.map((one) => (one === choice ? { ...one, name } : one)));
            }}
          />
          <button
            type="button"
            className={iconButton}
            disabled={index === 0}
            aria-label={t('admin.attribute.choice.up', { name: choice.name })}
            title={t('admin.attribute.choice.up', { name: choice.name })}
            onClick={() => moveUp(index)}
          >
            <IconArrowUp size={18} stroke={ICON_STROKE} aria-hidden="true" />
          </button>
          <button
            type="button"
            className={iconButton}
            aria-label={t('admin.remove.named', { name: choice.name })}
            title={t('admin.remove.named', { name: choice.name })}
            onClick={() => onChange(choices.filter((one) => one !== choice))}
          >
            <IconX size={18} stroke={ICON_STROKE} aria-hidden="true" />
          </button>
        </div>
      ))}
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      {choices.length < ATTRIBUTE_CHOICES_MAX && (
        <button
          type="button"
          className={button('plain', 'small')}
          onClick={() => onChange([...choices, { key: nextKey, name: '', names: {} }])}
        >
          <IconPlus size={16} stroke={2} aria-hidden="true" />
          {t('admin.attribute.choices.add')}
        </button>
      )}
    </fieldset>
  );
}
