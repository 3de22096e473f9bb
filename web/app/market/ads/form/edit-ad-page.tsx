import { useRef } from 'react';
import { redirect } from 'react-router';
import { AD_TITLE_IN_BREADCRUMBS, adsApi } from '#contract/market/ads';
import { attributesApi } from '#contract/reference/attributes';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { cut } from '../../../platform/format/format.ts';
import { hostContext } from '../../../platform/host.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import type { Route } from './+types/edit-ad-page.ts';
import { AdForm } from './ad-form.tsx';
import { AdSheet } from './ad-sheet.tsx';
import { fieldsOf } from './draft/ad-draft.ts';
import { saveAd } from './save-ad.ts';
import { useFormCategories } from './use-form-categories.ts';

export const handle = { texts: ['ad-form', 'errors', 'reference'] } satisfies PageHandle;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { call, viewer } = context.get(hostContext);
  if (!viewer) throw redirect(`/auth?next=${encodeURIComponent(`/ad/${params.board_id}/edit`)}`);
  try {
    const ad = await call(adsApi.get, { params: { id: params.board_id } });
    if (ad.board_user_id !== viewer.user_id) throw redirect('/');
    const asked = ad.category
      ? await call(attributesApi.list, { query: { category: ad.category.id } }).catch(() => null)
      : null;
    return { ad, attributes: asked?.attributes ?? null };
  } catch (error) {
    if (isApiError(error)) throw redirect('/');
    throw error;
  }
}

export default function EditAdPage({ loaderData: { ad, attributes } }: Route.ComponentProps) {
  const t = useText('ad-form');
  const categories = useFormCategories();
  /** The ad as last returned: every photo that is saved creates a new revision. */
  const known = useRef(ad);
  return (
    <AdSheet
      title={t('ad-form.edit.title')}
      parent={{ text: cut(ad.board_title, AD_TITLE_IN_BREADCRUMBS), to: `/ad/${ad.board_id}` }}
    >
      <AdForm
        key={ad.board_id}
        initial={fieldsOf(ad)}
        photos={ad.board_photos}
        categories={categories}
        attributes={attributes}
        save={(input) => saveAd(input, known)}
        editing={{
          load: () => call(adsApi.get, { params: { id: ad.board_id } }),
          accept: (theirs) => {
            known.current = theirs;
          },
        }}
      />
    </AdSheet>
  );
}
