import { IconArrowUp, IconPlus, IconX } from 'virtual:icons';
import { LANGUAGE_NAMES, LANGUAGES, type Lang } from '@app/contract/platform/languages';
import type { CategoryAttribute } from '@app/contract/reference/attributes';
import { Checkbox, Select, TextInput } from '@mantine/core';
import {
  ATTRIBUTE_CHOICES_MAX,
  ATTRIBUTE_KINDS,
  ATTRIBUTE_NAME_MAX,
  attributesApi,
} from '#contract/reference/attributes';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { FieldPair, StaffDialog, useStaffForm } from '../frame/staff-form.tsx';
import { RowButton } from '../table/row-buttons.tsx';
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
export function AttributeDialog({ category, attribute, onClose }: AttributeDialogProps) {
  const t = useText('admin');
  const form = useStaffForm<Draft>({
    initial: () => draftOf(attribute),
    send: async (draft) => {
      const body = bodyOf(draft);
      if (attribute) await call(attributesApi.edit, { body: { ...body, id: attribute.id } });
      else await call(attributesApi.create, { body: { ...body, category, kind: draft.kind } });
      return t(attribute ? 'admin.attribute.changed' : 'admin.attribute.created');
    },
    onClose,
  });
  const { values: draft, change, errors, field } = form;
  const checkbox = (name: 'required' | 'searchable') => (
    <Checkbox
      label={t(`admin.attribute.${name}`)}
      checked={draft[name]}
      onChange={(event) => change({ [name]: event.currentTarget.checked })}
    />
  );
  return (
    <StaffDialog
      title={t(attribute ? 'admin.attribute.edit' : 'admin.attribute.add')}
      isWide
      verb={t(attribute ? 'admin.save' : 'admin.add')}
      form={form}
      onClose={onClose}
    >
      <FieldPair>
        <TextInput
          {...field('name', t('admin.attribute.name'))}
          data-first
          withAsterisk
          maxLength={ATTRIBUTE_NAME_MAX}
        />
        <Select
          label={t('admin.attribute.kind')}
          data={ATTRIBUTE_KINDS.map((kind) => ({ value: kind, label: t(`admin.attribute.kind.${kind}`) }))}
          value={draft.kind}
          disabled={attribute !== undefined}
          allowDeselect={false}
          onChange={(value) => change({ kind: (value ?? 'text') as Kind })}
        />
        {draft.kind === 'number' && <TextInput {...field('unit', t('admin.attribute.unit'))} maxLength={12} />}
        <TextInput {...field('position', t('admin.attribute.position'))} inputMode="numeric" maxLength={4} />
      </FieldPair>
      <OtherNames names={draft.names} onChange={(names) => change({ names })} />
      {draft.kind === 'choice' ? (
        <Choices
          choices={draft.choices}
          error={errors.choices ?? errors.category}
          onChange={(choices) => change({ choices })}
        />
      ) : (
        <FieldError message={errors.category} />
      )}
      {checkbox('required')}
      {checkbox('searchable')}
    </StaffDialog>
  );
}

function OtherNames({ names, onChange }: { names: Names; onChange: (names: Names) => void }) {
  const t = useText('admin');
  return (
    <details className={styles.names}>
      <summary>{t('admin.attribute.names')}</summary>
      <FieldPair>
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
      </FieldPair>
    </details>
  );
}

function FieldError({ message }: { message: string | undefined }) {
  if (!message) return null;
  return (
    <p role="alert" className={styles.error}>
      {message}
    </p>
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
          <RowButton
            icon={IconArrowUp}
            label={t('admin.attribute.choice.up', { name: choice.name })}
            isDisabled={index === 0}
            onPress={() => moveUp(index)}
          />
          <RowButton
            icon={IconX}
            label={t('admin.remove.named', { name: choice.name })}
            onPress={() => onChange(choices.filter((one) => one !== choice))}
          />
        </div>
      ))}
      <FieldError message={error} />
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
