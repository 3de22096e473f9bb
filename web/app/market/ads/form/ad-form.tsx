import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Switch.css';
import type { AdPhoto, Board } from '@app/contract/market/ads';
import type { CategoryAttribute } from '@app/contract/reference/attributes';
import { Select, Switch, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { AD_DESCRIPTION_MAX, AD_TITLE_MAX, COMMENTERS } from '#contract/market/ads';
import { openSubscribePrompt } from '../../../money/payments/subscribe-prompt.ts';
import { isApiError } from '../../../platform/api-error.ts';
import { useText } from '../../../platform/i18n.tsx';
import { PlaceFields } from '../../../reference/place-fields.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { useLeaveGuard } from '../../../ui/form/use-leave-guard.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { DistrictField } from '../list/district-field.tsx';
import { type FormPhoto, fromAd, fromFile, hasOtherPhotos, withoutProgress } from '../page/ad-photo-list.ts';
import { AdAttributeFields } from './ad-attribute-fields.tsx';
import { type AdFields, isSameAd } from './ad-draft.ts';
import styles from './ad-form.module.css';
import { AdPhotosField } from './ad-photos-field.tsx';
import { AdPriceField } from './ad-price-field.tsx';
import { attributeField, findMistakes, valuesOf } from './attribute-values.ts';
import { type AdInput, PhotosNotSaved } from './save-ad.ts';
import { type AdEditing, useAdConflict } from './use-ad-conflict.tsx';
import { useCategoryAttributes } from './use-category-attributes.ts';

interface Named {
  id: number;
  name: string;
}

export interface AdFormProps {
  initial: AdFields;
  photos?: readonly AdPhoto[];
  files?: readonly File[];
  /** Attributes of the initial category; null while unknown. */
  attributes: readonly CategoryAttribute[] | null;
  categories: readonly Named[];
  countries: readonly Named[] | null;
  isNew?: boolean;
  onChange?: (fields: AdFields) => void;
  /** Called with new photos, which are not part of drafts. */
  onFiles?: (files: File[]) => void;
  save: (input: AdInput) => Promise<Board>;
  onSaved?: () => void;
  /** Set for a published ad: handles changes made elsewhere. */
  editing?: AdEditing;
  status?: ReactNode;
}

/** Thrown by `save` when the user cancels; nothing is reported. */
export class SaveCancelled extends Error {}

type Errors = Readonly<Record<string, string | undefined>>;

const PHOTO_CODES = ['file_too_large', 'unsupported_media', 'unprocessable_image', 'too_many_files', 'photos_full'];

export function AdForm(props: AdFormProps) {
  const {
    initial,
    photos: stored = [],
    files = [],
    categories,
    countries,
    isNew = false,
    onChange,
    save,
    onSaved,
  } = props;
  const t = useText('ad-form', 'errors');
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const isDone = useRef(false);
  const [fields, setFields] = useState(initial);
  const [photos, setPhotos] = useState(() => [...fromAd(stored), ...files.map(fromFile)]);
  const [errors, setErrors] = useState<Errors>({});
  const asked = useCategoryAttributes(fields.category, props.attributes);
  const conflict = useAdConflict({
    initial,
    stored,
    attributes: asked.attributes ?? [],
    categories,
    editing: props.editing,
    onResolved: (merged, mergedPhotos) => {
      setFields(merged);
      setPhotos(mergedPhotos);
      void send(merged, mergedPhotos);
    },
  });
  const { isSending, submit } = useSubmit({
    wait: t('ad-form.wait'),
    onError: (error) => {
      setPhotos(withoutProgress);
      return showRefusal(error);
    },
  });
  // The text of a new ad survives as its draft; photos and changes of a published ad would be lost.
  const isUnsaved = hasOtherPhotos(stored, photos) || (!isNew && !isSameAd(fields, initial));
  const guard = useLeaveGuard(isUnsaved, isDone, {
    question: t('ad-form.leave.title'),
    loss: t(isNew ? 'ad-form.leave.new' : 'ad-form.leave.edit'),
    verb: t('ad-form.leave.verb'),
  });
  useReleasedPreviews(photos);

  function change(part: Partial<AdFields>): void {
    if (isSending) return;
    const next = { ...fields, ...part };
    setFields(next);
    setErrors((known) =>
      Object.fromEntries(Object.entries(known).filter(([field]) => !isTouched(field, fields, part))),
    );
    onChange?.(next);
  }

  function changePhotos(next: FormPhoto[]): void {
    setPhotos(next);
    setErrors(({ photos: _, ...rest }) => rest);
    props.onFiles?.(next.flatMap(({ file }) => (file ? [file] : [])));
    // Photos are part of the request, so changing them creates another request.
    onChange?.(fields);
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const missing: Errors = {
      ...(fields.board_title.trim() === '' && { board_title: t('ad-form.title.required') }),
      ...(fields.board_description.trim() === '' && { board_description: t('ad-form.description.required') }),
    };
    const wrong = findMistakes(asked.attributes ?? [], fields.board_attributes).map(
      ({ attribute: { id, name }, mistake }) => [attributeField(id), t(`ad-form.attributes.${mistake}`, { name })],
    );
    if (Object.keys(missing).length + wrong.length > 0) {
      flushSync(() => setErrors({ ...missing, ...Object.fromEntries(wrong) }));
      toast.error(t(Object.keys(missing).length > 0 ? 'ad-form.incomplete' : 'ad-form.attributes.missing'));
      focusFirstError(form);
      return;
    }
    void send(fields, photos);
  }

  function send(sentFields: AdFields, sentPhotos: readonly FormPhoto[]): Promise<void> {
    return submit(async () => {
      const attributes = attributesToSend(sentFields);
      const ad = await save({ fields: sentFields, attributes, photos: sentPhotos, update: setPhotos });
      isDone.current = true;
      onSaved?.();
      if (ad.board_state === 'review')
        toast.info(t('ad-form.created.review', { reason: ad.board_review_reason ?? '' }));
      else toast.success(t(isNew ? 'ad-form.created' : 'ad-form.changed'));
      await navigate(`/ad/${ad.board_id}`);
    });
  }

  /** Returns all values of the category's attributes, also empty ones, because the server replaces the whole set. */
  function attributesToSend(sent: AdFields): AdInput['attributes'] {
    if (sent.category !== fields.category) return sent.board_attributes;
    if (!asked.attributes || asked.attributes.length === 0) return undefined;
    return valuesOf(asked.attributes, sent.board_attributes);
  }

  function showRefusal(error: unknown): boolean {
    if (error instanceof SaveCancelled) return true;
    if (error instanceof PhotosNotSaved) return showPhotosFailed();
    if (!isApiError(error)) return false;
    const { code, message, fields: wrong } = error.body;
    if (code === 'subscription_required') {
      openSubscribePrompt();
      return true;
    }
    if (code === 'conflict' && conflict.open(fields, photos)) return true;
    const photoError = wrong?.['board_photo[]'] ?? (PHOTO_CODES.includes(code) ? message : undefined);
    flushSync(() => setErrors({ ...wrong, ...(photoError && { photos: photoError }) }));
    focusFirstError(form);
    return false;
  }

  function showPhotosFailed(): true {
    const message = t('ad-form.photos.failed');
    flushSync(() => setErrors({ photos: message }));
    toast.error(message);
    return true;
  }

  const sent = photos.filter(({ file }) => file !== undefined);
  const share = sent.reduce((sum, { progress = 0 }) => sum + progress, 0) / Math.max(1, sent.length);
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={handleSubmit}>
      <TextInput
        name="board_title"
        label={t('ad-form.title')}
        placeholder={t('ad-form.title.hint')}
        withAsterisk
        maxLength={AD_TITLE_MAX}
        autoComplete="off"
        value={fields.board_title}
        error={errors.board_title}
        rightSection={
          <span
            className={`${styles.count} num`}
            title={t('ad-form.title.count', { count: fields.board_title.length, max: AD_TITLE_MAX })}
          >
            {fields.board_title.length}/{AD_TITLE_MAX}
          </span>
        }
        rightSectionWidth={76}
        onChange={(event) => change({ board_title: event.currentTarget.value })}
      />
      <Textarea
        name="board_description"
        label={t('ad-form.description')}
        placeholder={t('ad-form.description.hint')}
        withAsterisk
        minRows={5}
        maxRows={16}
        maxLength={AD_DESCRIPTION_MAX}
        value={fields.board_description}
        error={errors.board_description}
        onChange={(event) => change({ board_description: event.currentTarget.value })}
      />
      <AdPhotosField photos={photos} onChange={changePhotos} error={errors.photos} isSending={isSending} />
      <div className={styles.two}>
        <AdPriceField
          value={fields.board_price}
          error={errors.board_price}
          onChange={(board_price) => change({ board_price })}
        />
        <Select
          label={t('ad-form.category')}
          placeholder={t('ad-form.category.hint')}
          data={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={fields.category || null}
          error={errors.category}
          clearable
          clearButtonProps={{ 'aria-label': t('ads.filter.reset') }}
          onChange={(category) => change({ category: category ?? '' })}
        />
      </div>
      <AdAttributeFields
        attributes={asked.attributes}
        hasFailed={asked.hasFailed}
        onRetry={asked.retry}
        values={fields.board_attributes}
        errors={errors}
        onChange={(board_attributes) => change({ board_attributes })}
      />
      <div className={styles.two}>
        <PlaceFields
          countries={countries}
          country={fields.country}
          city={fields.city}
          errors={{
            ...(errors.country && { country_id: errors.country }),
            ...(errors.city && { city_id: errors.city }),
          }}
          onChange={({ country_id, city_id }) => change({ country: country_id, city: city_id })}
        />
        <DistrictField
          city={fields.city}
          value={fields.board_district}
          error={errors.board_district}
          onChange={(board_district) => change({ board_district })}
        />
        <Select
          label={t('ad-form.commenters')}
          data={COMMENTERS.map((value) => ({ value, label: t(`ad-form.commenters.${value}`) }))}
          value={fields.board_comments_by}
          allowDeselect={false}
          onChange={(value) =>
            change({ board_comments_by: COMMENTERS.find((one) => one === value) ?? fields.board_comments_by })
          }
        />
      </div>
      <Switch
        size="md"
        styles={{ description: { paddingInlineStart: 'var(--mantine-spacing-sm)' } }}
        label={t('ad-form.active')}
        description={t('ad-form.active.hint')}
        checked={fields.board_enabled}
        onChange={(event) => change({ board_enabled: event.currentTarget.checked })}
      />
      <div className={styles.actions}>
        <SubmitButton isSending={isSending}>{t(isNew ? 'ad-form.submit.new' : 'ad-form.submit.edit')}</SubmitButton>
        {isSending && sent.length > 0 ? (
          <progress className={styles.progress} value={share} aria-label={t('ad-form.progress')} />
        ) : (
          props.status
        )}
      </div>
      {guard}
      {conflict.dialog}
    </form>
  );
}

function isTouched(field: string, before: AdFields, part: Partial<AdFields>): boolean {
  if (field in part) return true;
  const { board_attributes: values } = part;
  return Object.keys(values ?? {}).some(
    (id) => attributeField(Number(id)) === field && values?.[id] !== before.board_attributes[id],
  );
}

function focusFirstError(form: RefObject<HTMLFormElement | null>): void {
  form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/** Object URLs of previews are revoked when the form is left. */
function useReleasedPreviews(photos: readonly FormPhoto[]): void {
  const seen = useRef(new Set<string>());
  for (const { src } of photos) if (src.startsWith('blob:')) seen.current.add(src);
  useEffect(() => {
    const made = seen.current;
    return () => {
      for (const src of made) URL.revokeObjectURL(src);
    };
  }, []);
}
