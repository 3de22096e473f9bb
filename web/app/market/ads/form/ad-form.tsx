import type { AdPhoto, Board } from '@app/contract/market/ads';
import type { CategoryAttribute } from '@app/contract/reference/attributes';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { openSubscribePrompt } from '../../../money/payments/subscribe-prompt.ts';
import { isApiError } from '../../../platform/api-error.ts';
import { useText } from '../../../platform/i18n.tsx';
import { findInvalidField, focusInvalidField } from '../../../ui/form/find-invalid-field.ts';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { useLeaveGuard } from '../../../ui/form/use-leave-guard.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { type FormPhoto, hasOtherPhotos, withoutProgress } from '../page/ad-photo-list.ts';
import styles from './ad-form.module.css';
import { AdFormFields } from './ad-form-fields.tsx';
import type { Errors } from './ad-form-state.ts';
import { askedAttributes, attributeField, findMistakes, valuesOf } from './attribute-values.ts';
import { type AdFields, isSameAd } from './draft/ad-draft.ts';
import { type AdInput, PhotosNotSaved, SaveCancelled, type UpdatePhotos } from './save-ad.ts';
import { type AdEditing, useAdConflict } from './use-ad-conflict.tsx';
import { useAdForm } from './use-ad-form.ts';
import { useCategoryAttributes } from './use-category-attributes.ts';
import { useOddPriceQuestion } from './use-odd-price-question.tsx';
import { comparedPrice } from './use-usual-price.ts';

export interface AdFormProps {
  initial: AdFields;
  /** Of the initial place, where it is known already. */
  placeName?: string | undefined;
  photos?: readonly AdPhoto[];
  files?: readonly File[];
  /** Attributes of the initial category; null while unknown. */
  attributes: readonly CategoryAttribute[] | null;
  /** Null when they could not be loaded. */
  categories: readonly { id: number; name: string }[] | null;
  isNew?: boolean;
  onChange?: (fields: AdFields, files: File[]) => void;
  save: (input: AdInput) => Promise<Board>;
  onSaved?: () => void;
  editing?: AdEditing;
  status?: ReactNode;
}

const PHOTO_CODES = [
  'file_infected',
  'file_too_large',
  'unsupported_media',
  'unprocessable_image',
  'too_many_files',
  'photos_full',
];

export function AdForm(props: AdFormProps) {
  const { initial, photos: stored = [], files = [], categories, isNew = false, onChange, save, onSaved } = props;
  const t = useText('ad-form', 'errors');
  const navigate = useNavigate();
  const element = useRef<HTMLFormElement>(null);
  const isDone = useRef(false);
  const { state, send } = useAdForm({
    initial,
    stored,
    files,
    onChange,
    onSend: () => void sendAd(fields, photos),
    onErrors: showErrors,
  });
  const { fields, photos } = state;
  const asked = useCategoryAttributes(fields.category, props.attributes);
  const oddPrice = useOddPriceQuestion({
    price: initial.board_price,
    compared: comparedPrice(initial, props.attributes),
  });
  const conflict = useAdConflict({
    initial,
    stored,
    attributes: asked.attributes ?? [],
    categories,
    editing: props.editing,
    onResolved: (merged, mergedPhotos) => {
      send({ type: 'merged', fields: merged, photos: mergedPhotos });
      void sendAd(merged, mergedPhotos);
    },
  });
  const { isSending, submit } = useSubmit({
    wait: t('ad-form.wait'),
    onError: (error) => {
      send({ type: 'saving', update: withoutProgress });
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

  function showErrors(): void {
    // The errors are still to be rendered.
    flushSync(() => {});
    focusInvalidField(findInvalidField(element.current));
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const missing: Errors = {
      ...(fields.board_title.trim() === '' && { board_title: t('ad-form.title.required') }),
      ...(fields.board_description.trim() === '' && { board_description: t('ad-form.description.required') }),
      ...missingOfKind(fields),
    };
    const wrong = findMistakes(asked.attributes ?? [], fields.board_attributes).map(
      ({ attribute: { id, name }, mistake }) => [attributeField(id), t(`ad-form.attributes.${mistake}`, { name })],
    );
    if (Object.keys(missing).length > 0) toast.error(t('ad-form.incomplete'));
    else if (wrong.length > 0) toast.error(t('ad-form.attributes.missing'));
    send({ type: 'submitted', mistakes: { ...missing, ...Object.fromEntries(wrong) } });
  }

  function missingOfKind({ board_kind, board_swap_for, board_return_on }: AdFields): Errors {
    if (board_kind === 'swap' && board_swap_for.trim() === '') return { board_swap_for: t('ad-form.swapFor.required') };
    return board_kind === 'lend' && board_return_on === '' ? { board_return_on: t('ad-form.returnOn.required') } : {};
  }

  function sendAd(sent: AdFields, sentPhotos: readonly FormPhoto[]): Promise<void> {
    return submit(async () => {
      await oddPrice.confirm({ price: sent.board_price, compared: comparedPrice(sent, asked.attributes) });
      const update: UpdatePhotos = (change) => send({ type: 'saving', update: change });
      const ad = await save({ fields: sent, attributes: attributesToSend(sent), photos: sentPhotos, update });
      isDone.current = true;
      onSaved?.();
      if (ad.board_state === 'review')
        toast.info(t('ad-form.created.review', { reason: ad.board_review_reason ?? '' }));
      else toast.success(t(isNew ? 'ad-form.created' : 'ad-form.changed'));
      await navigate(`/ad/${ad.board_id}`);
    });
  }

  /** Returns all values that are asked for, also empty ones, because the server replaces the whole set. */
  function attributesToSend(sent: AdFields): AdInput['attributes'] {
    if (sent.category !== fields.category) return sent.board_attributes;
    if (!asked.attributes || asked.attributes.length === 0) return undefined;
    return valuesOf(askedAttributes(asked.attributes, sent.board_attributes), sent.board_attributes);
  }

  function showRefusal(error: unknown): boolean {
    if (error instanceof SaveCancelled) return true;
    if (error instanceof PhotosNotSaved) {
      const message = t('ad-form.photos.failed');
      send({ type: 'refused', errors: { photos: message } });
      toast.error(message);
      return true;
    }
    if (!isApiError(error)) return false;
    const { code, message, fields: wrong } = error.body;
    if (code === 'subscription_required') {
      openSubscribePrompt(isNew ? '/add' : null);
      return true;
    }
    if (code === 'conflict' && conflict.open(fields, photos)) return true;
    const photoError = wrong?.['board_photo[]'] ?? (PHOTO_CODES.includes(code) ? message : undefined);
    send({ type: 'refused', errors: { ...wrong, ...(photoError && { photos: photoError }) } });
    return false;
  }

  const sent = photos.filter(({ file }) => file !== undefined);
  const share = sent.reduce((sum, { progress = 0 }) => sum + progress, 0) / Math.max(1, sent.length);
  return (
    <form ref={element} noValidate className={styles.form} onSubmit={handleSubmit}>
      <AdFormFields {...props} form={state} asked={asked} send={send} isSending={isSending} />
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
      {oddPrice.dialog}
    </form>
  );
}
