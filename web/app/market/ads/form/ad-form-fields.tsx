import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Switch.css';
import { Select, Switch, Textarea, TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { AD_CIRCLE_FIRST_HOURS, AD_DESCRIPTION_MAX, AD_TITLE_MAX, COMMENTERS } from '#contract/market/ads';
import { useText } from '../../../platform/i18n.tsx';
import { CityField } from '../../../reference/city-field.tsx';
import { DistrictField } from '../../../reference/district-field.tsx';
import { AdAttributeFields } from './ad-attribute-fields.tsx';
import styles from './ad-form.module.css';
import type { AdFormProps } from './ad-form.tsx';
import type { AdFormState } from './ad-form-state.ts';
import { AdPhotosField } from './ad-photos-field.tsx';
import { CategoryProposals } from './category-proposals.tsx';
import { AD_FORM_AUDIENCES, type AdFields } from './draft/ad-draft.ts';
import { KindField } from './kind-field.tsx';
import { PriceFields } from './price-fields.tsx';
import type { SendToAdForm } from './use-ad-form.ts';
import type { useCategoryAttributes } from './use-category-attributes.ts';
import { comparedPrice, useUsualPrice } from './use-usual-price.ts';

interface AdFormFieldsProps extends Pick<AdFormProps, 'categories' | 'initial' | 'isNew' | 'placeName'> {
  form: AdFormState;
  asked: ReturnType<typeof useCategoryAttributes>;
  send: SendToAdForm;
  isSending: boolean;
}

interface PeopleFieldsProps {
  fields: AdFields;
  /** False for an ad that somebody was shown already: whoever was cannot be made to wait for it. */
  mayBeFirst: boolean;
  onChange: (part: Partial<AdFields>) => void;
}

/** Who sees the ad, and who comments. */
function PeopleFields({ fields, mayBeFirst, onChange }: PeopleFieldsProps) {
  const t = useText('ad-form');
  const audiences = AD_FORM_AUDIENCES.filter((value) => value !== 'first' || mayBeFirst);
  return (
    <div className={styles.two}>
      <Select
        label={t('ad-form.audience')}
        description={t(`ad-form.audience.hint.${fields.audience}`)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={audiences.map((value) => ({
          value,
          label: t(`ad-form.audience.${value}`, { hours: AD_CIRCLE_FIRST_HOURS }),
        }))}
        value={fields.audience}
        allowDeselect={false}
        onChange={(value) => value && onChange({ audience: value })}
      />
      <Select
        label={t('ad-form.commenters')}
        data={COMMENTERS.map((value) => ({ value, label: t(`ad-form.commenters.${value}`) }))}
        value={fields.board_comments_by}
        allowDeselect={false}
        onChange={(value) => value && onChange({ board_comments_by: value })}
      />
    </div>
  );
}

export function AdFormFields(props: AdFormFieldsProps) {
  const { categories, initial, isNew = false, form, asked, send, isSending } = props;
  const t = useText('ad-form', 'reference');
  const { fields, errors } = form;
  const usual = useUsualPrice(comparedPrice(fields, asked.attributes));
  const change = (part: Partial<AdFields>): void => {
    if (!isSending) send({ type: 'edited', part });
  };
  const text = (name: 'board_title' | 'board_description') => ({
    name,
    withAsterisk: true,
    value: fields[name],
    error: errors[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      change({ [name]: currentTarget.value }),
  });
  return (
    <>
      <KindField value={fields.board_kind} onChange={(board_kind) => change({ board_kind })} />
      <TextInput
        {...text('board_title')}
        label={t('ad-form.title')}
        placeholder={t('ad-form.title.hint')}
        maxLength={AD_TITLE_MAX}
        autoComplete="off"
        rightSection={
          <span
            className="caption num"
            title={t('ad-form.title.count', { count: fields.board_title.length, max: AD_TITLE_MAX })}
          >
            {fields.board_title.length}/{AD_TITLE_MAX}
          </span>
        }
        rightSectionWidth={76}
      />
      {fields.category === '' && (
        <CategoryProposals
          title={fields.board_title}
          onPick={({ category, kind }) =>
            change({
              category: String(category.id),
              ...(kind && {
                board_attributes: { ...fields.board_attributes, [kind.attribute]: String(kind.choice) },
              }),
            })
          }
        />
      )}
      <Textarea
        {...text('board_description')}
        label={t('ad-form.description')}
        placeholder={t('ad-form.description.hint')}
        minRows={5}
        maxRows={16}
        maxLength={AD_DESCRIPTION_MAX}
      />
      <AdPhotosField form={form} send={send} isSending={isSending} />
      <div className={styles.two}>
        <PriceFields fields={fields} errors={errors} usual={usual} onChange={change} />
        <Select
          label={t('ad-form.category')}
          placeholder={t('ad-form.category.hint')}
          data={(categories ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={fields.category || null}
          error={errors.category ?? (categories === null && t('reference.category.listFailed'))}
          clearable
          clearButtonProps={{ 'aria-label': t('ads.filter.reset') }}
          onChange={(category) => change({ category: category ?? '' })}
        />
      </div>
      <AdAttributeFields
        asked={asked}
        values={fields.board_attributes}
        errors={errors}
        onChange={(board_attributes) => change({ board_attributes })}
      />
      <div className={styles.two}>
        <CityField
          country={fields.country}
          city={fields.city}
          name={props.placeName}
          errors={{ country_id: errors.country, city_id: errors.city }}
          onChange={({ country_id, city_id }) => change({ country: country_id, city: city_id })}
        />
        <DistrictField
          name="board_district"
          city={fields.city}
          hint={{ placeholder: t('ad-form.district.hint') }}
          value={fields.board_district}
          error={errors.board_district}
          onChange={(board_district) => change({ board_district })}
        />
      </div>
      <PeopleFields fields={fields} mayBeFirst={isNew || initial.audience === 'first'} onChange={change} />
      <Switch
        size="md"
        styles={{ description: { paddingInlineStart: 'var(--mantine-spacing-sm)' } }}
        label={t(fields.audience === 'all' ? 'ad-form.active' : 'ad-form.active.circle')}
        description={t('ad-form.active.hint')}
        checked={fields.board_enabled}
        onChange={({ currentTarget }) => change({ board_enabled: currentTarget.checked })}
      />
    </>
  );
}
