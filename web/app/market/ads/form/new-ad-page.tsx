import { IconCloudCheck, IconCloudUpload, IconDeviceFloppy } from 'virtual:icons';
import type { DuplicateAd } from '@app/contract/market/ad-owner';
import { useRef, useState } from 'react';
import { redirect } from 'react-router';
import { adOwnerApi } from '#contract/market/ad-owner';
import { ownPlaceApi } from '#contract/people/own-place';
import { usersApi } from '#contract/people/users';
import { attributesApi } from '#contract/reference/attributes';
import { hostContext, orNull } from '../../../platform/host.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { randomKey } from '../../../platform/random-key.ts';
import { placeNameOf } from '../../../reference/city-field.tsx';
import { button } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { toast } from '../../../ui/toast/toast.ts';
import type { Route } from './+types/new-ad-page.ts';
import styles from './ad-form.module.css';
import { AdForm } from './ad-form.tsx';
import { AdSheet } from './ad-sheet.tsx';
import { type AdFields, EMPTY_AD } from './draft/ad-draft.ts';
import { DraftConflictDialog } from './draft/draft-conflict-dialog.tsx';
import type { DraftStatus } from './draft/draft-state.ts';
import { useAdDraft } from './draft/draft-syncer.ts';
import { DuplicateAdsDialog } from './duplicate-ads-dialog.tsx';
import { findDuplicateAds } from './find-duplicate-ads.ts';
import { type AdInput, createAd, SaveCancelled } from './save-ad.ts';
import { useFormCategories } from './use-form-categories.ts';

export const handle = { texts: ['ad-form', 'errors', 'reference'] } satisfies PageHandle;

export async function loader({ context }: Route.LoaderArgs) {
  const host = context.get(hostContext);
  const { call, viewer } = host;
  if (!viewer) throw redirect('/auth?next=/add');
  if (!viewer.may_publish) throw redirect(`/subscribe/pay/${viewer.user_id}?next=/add`);
  const [{ country_id, city_id }, own, kept] = await Promise.all([
    call(usersApi.get, { params: { id: viewer.user_id } }),
    // Without its name, which the field loads itself, the place is the same.
    orNull(host, call(ownPlaceApi.get)),
    // Without the server's draft the form uses the local one.
    orNull(host, call(adOwnerApi.getDraft)),
  ]);
  const category = kept?.draft?.category;
  const asked = category ? await call(attributesApi.list, { query: { category } }).catch(() => null) : null;
  return {
    userId: viewer.user_id,
    home: { country: String(country_id ?? ''), city: String(city_id ?? '') },
    homeName: own?.source === 'profile' && own.place ? placeNameOf(own.place) : undefined,
    kept,
    attributes: asked?.attributes ?? null,
  };
}

type Home = Pick<AdFields, 'country' | 'city'>;
const isSamePlace = (one: Home, other: Home): boolean => one.country === other.country && one.city === other.city;

const STATUS_ICONS = { saving: IconCloudUpload, saved: IconCloudCheck, local: IconDeviceFloppy };

function DraftState({ status }: { status: DraftStatus }) {
  const t = useText('ad-form');
  if (status === 'still') return null;
  const StatusIcon = STATUS_ICONS[status];
  return (
    <span className={styles.status}>
      <StatusIcon size={18} stroke={ICON_STROKE} aria-hidden="true" />
      {t(`ad-form.draft.${status}`)}
    </span>
  );
}

interface DuplicatesQuestion {
  duplicates: readonly DuplicateAd[];
  answer: (mayPublish: boolean) => void;
}

/** Asks once per content whether the duplicate is intended. */
function useDuplicatesQuestion() {
  const [question, setQuestion] = useState<DuplicatesQuestion | null>(null);
  const isAnswered = useRef(false);
  async function confirm(input: AdInput): Promise<void> {
    if (isAnswered.current) return;
    const duplicates = await findDuplicateAds(input);
    if (duplicates.length === 0) return;
    const mayPublish = await new Promise<boolean>((answer) => setQuestion({ duplicates, answer }));
    setQuestion(null);
    if (!mayPublish) throw new SaveCancelled();
    isAnswered.current = true;
  }
  const dialog = question && (
    <DuplicateAdsDialog
      duplicates={question.duplicates}
      onPublish={() => question.answer(true)}
      onBack={() => question.answer(false)}
    />
  );
  return {
    confirm,
    dialog,
    reset: () => {
      isAnswered.current = false;
    },
  };
}

export default function NewAdPage({ loaderData }: Route.ComponentProps) {
  const { userId, home, homeName, kept, attributes } = loaderData;
  const t = useText('ad-form');
  const categories = useFormCategories();
  const { draft, send } = useAdDraft({ userId, empty: { ...EMPTY_AD, ...home }, stored: kept });
  const duplicates = useDuplicatesQuestion();
  /** One idempotency key per content: a retry after a lost response returns the ad already created. */
  const key = useRef<string | null>(null);
  /** Photos are not part of the draft and survive switching between drafts. */
  const files = useRef<File[]>([]);

  function handleChange(fields: AdFields, chosen: File[]): void {
    files.current = chosen;
    key.current = null;
    duplicates.reset();
    send({ type: 'changed', fields });
  }

  function startOver(): void {
    const chosen = files.current;
    const fields = draft.latest;
    const restore = (): void => {
      files.current = chosen;
      send({ type: 'restored', fields });
    };
    files.current = [];
    send({ type: 'cleared' });
    toast.success(t('ad-form.draft.cleared'), { action: { label: t('ad-form.draft.undo'), onPress: restore } });
  }

  async function publish(input: AdInput) {
    await duplicates.confirm(input);
    key.current ??= randomKey();
    return createAd(input, key.current);
  }

  return (
    <AdSheet title={t('ad-form.new.title')}>
      {draft.start.isRestored && (
        <div className={styles.draft} role="status">
          {t('ad-form.draft')}
          <button type="button" className={button('quiet', 'small')} onClick={startOver}>
            {t('ad-form.draft.clear')}
          </button>
        </div>
      )}
      <AdForm
        key={draft.start.round}
        isNew
        initial={draft.start.fields}
        placeName={isSamePlace(draft.start.fields, home) ? homeName : undefined}
        files={files.current}
        attributes={draft.start.round === 0 ? attributes : null}
        categories={categories}
        onChange={handleChange}
        save={publish}
        onSaved={() => send({ type: 'published' })}
        status={<DraftState status={draft.status} />}
      />
      {draft.conflict && (
        <DraftConflictDialog
          mine={draft.latest}
          other={draft.conflict}
          onUseMine={() => send({ type: 'resolved', use: 'mine' })}
          onUseOther={() => send({ type: 'resolved', use: 'other' })}
        />
      )}
      {duplicates.dialog}
    </AdSheet>
  );
}
