import { IconEyeOff } from 'virtual:icons';
import type { Board } from '@app/contract/market/ads';
import { isRouteErrorResponse, Link, useRouteLoaderData } from 'react-router';
import { AD_TITLE_IN_BREADCRUMBS, AD_TITLE_LARGE_UNDER, adsApi } from '#contract/market/ads';
import { dealsApi } from '#contract/market/deals';
import { drawsApi } from '#contract/market/draws';
import { followsApi } from '#contract/market/follows';
import { circleApi } from '#contract/people/circle';
import { usersApi } from '#contract/people/users';
import type { CardAd } from '../market/ads/ad-card.tsx';
import { listHref } from '../market/ads/list/filters/ad-filters.ts';
import { OwnAdInfo } from '../market/ads/own/own-ad-actions.tsx';
import { AdAttributes, AdDetails } from '../market/ads/page/ad-details.tsx';
import { AdGallery } from '../market/ads/page/ad-gallery.tsx';
import { AdHead } from '../market/ads/page/ad-head.tsx';
import { AdNotice } from '../market/ads/page/ad-notice.tsx';
import { BuyPanel, hasDraw } from '../market/ads/page/buy-panel.tsx';
import { MUTUAL_SHOWN, toMutualCard } from '../market/ads/page/mutual-friends.tsx';
import { AdRow, OtherAds } from '../market/ads/page/other-ads.tsx';
import type { SellerCard } from '../market/ads/page/seller.tsx';
import { useViewBeacon } from '../market/ads/page/use-view-beacon.ts';
import { toCard } from '../market/ads/to-card.ts';
import { isApiError } from '../platform/api-error.ts';
import { cut } from '../platform/format/format.ts';
import { type Host, hostContext, orMissing } from '../platform/host.ts';
import { useText } from '../platform/i18n.tsx';
import type { PageHandle } from '../platform/page-handle.ts';
import type { RootData } from '../platform/root-data.ts';
import { CommentsBlock } from '../publishing/comments/comments-block.tsx';
import { ComplaintForm } from '../trust/complaints/complaint-form.tsx';
import { button } from '../ui/button.ts';
import { ErrorPage } from '../ui/frame/error-page.tsx';
import { Notice } from '../ui/notice.tsx';
import { type Breadcrumb, Breadcrumbs } from '../ui/page/breadcrumbs.tsx';
import { PageHead } from '../ui/page/page-head.tsx';
import { useTranslation } from '../ui/translation/use-translation.tsx';
import type { Route } from './+types/ad-page.ts';
import styles from './ad-page.module.css';

export const handle = { texts: ['ad-page'], show: true, ownBar: true, lateScripts: 'loaded' } satisfies PageHandle;

const SIMILAR_COUNT = 4;

/** Loads the seller. On failure the ad is shown without the seller's details. */
async function loadSeller({ call, viewer, report = console.error }: Host, userId: number): Promise<SellerCard | null> {
  const orNull = <T,>(part: Promise<T>): Promise<T | null> =>
    part.catch((error: unknown) => {
      if (!isApiError(error)) report(error);
      return null;
    });
  const isOther = viewer !== null && viewer.user_id !== userId;
  const [person, follow, deals, mutual] = await Promise.all([
    orNull(call(usersApi.get, { params: { id: userId }, query: { phone: 'masked' } })),
    orNull(call(followsApi.get, { params: { id: userId } })),
    orNull(call(dealsApi.figures, { params: { id: userId } })),
    // Sellers who hide their friends answer with a refusal, and nothing is shown.
    isOther ? orNull(call(circleApi.mutual, { params: { id: userId }, query: { size: MUTUAL_SHOWN } })) : null,
  ]);
  if (person === null) return null;
  return {
    company: person.company_name ?? '',
    rating: person.rating,
    ratingCount: person.rating_count,
    deals,
    adsCount: person.ads_count,
    since: person.registered,
    mayCall: person.unavailable !== 1 && person.may_call === 1,
    mayWrite: person.unavailable !== 1 && (viewer === null || person.may_write === 1),
    ...(mutual && mutual.total > 0 && { mutual: toMutualCard(mutual) }),
    follow: follow && { isOn: follow.subscribe === 1, count: follow.count },
  };
}

/** A deleted ad responds with 410 and offers similar ads. */
async function gonePage(call: Host['call'], category: { id: number } | null): Promise<Response> {
  const category_id = category?.id ?? null;
  const { boards } = await call(adsApi.listEnabled, { query: { size: SIMILAR_COUNT, category_id } });
  return Response.json({ similar: boards.map(toCard), category: category_id }, { status: 410 });
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const host = context.get(hostContext);
  const { call, viewer } = host;
  try {
    // The phone is masked; revealing it is a separate request, which is counted and shown to the owner.
    const ad = await call(adsApi.get, { params: { id: params.board_id }, query: { phone: 'masked' } });
    const seller = ad.board_external === 1 ? null : await loadSeller(host, ad.board_user_id);
    const draw = hasDraw(ad) ? await call(drawsApi.get, { params: { id: ad.board_id } }) : null;
    return { ad, seller, draw, isOwn: viewer?.user_id === ad.board_user_id };
  } catch (error) {
    if (isApiError(error) && error.status === 410) {
      // The error response contains the category, so that the page can offer other ads of that category.
      throw await gonePage(call, (error.body.category as { id: number } | null | undefined) ?? null);
    }
    return orMissing(Promise.reject(error));
  }
}

function useBreadcrumbs(ad: Board, isOwn: boolean): Breadcrumb[] {
  const t = useText('ad-page');
  const here = { text: cut(ad.board_title, AD_TITLE_IN_BREADCRUMBS) };
  if (isOwn) return [{ text: t('ad-page.crumbs.own'), to: '/ads' }, here];
  const category = ad.category && { text: ad.category.name, to: listHref({ category: ad.category.id }) };
  return [{ text: t('frame.nav.main'), to: '/' }, ...(category ? [category] : []), here];
}

export default function AdPage({ loaderData }: Route.ComponentProps) {
  const { ad, seller, draw, isOwn } = loaderData;
  const root = useRouteLoaderData<RootData>('root');
  const viewerId = root?.viewer?.user_id;
  const isSignedIn = viewerId !== undefined;
  const translation = useTranslation(isOwn ? [] : [ad.board_title, ad.board_description]);
  const title = translation.show(ad.board_title);
  const isLarge = title.length < AD_TITLE_LARGE_UNDER;
  const breadcrumbs = useBreadcrumbs(ad, isOwn);
  useViewBeacon(ad.board_id, !isOwn);
  return (
    <div className="wrap">
      <AdHead ad={ad} publicUrl={root?.publicUrl ?? ''} />
      <div className={styles.crumbs}>
        <Breadcrumbs items={breadcrumbs} />
      </div>
      <AdNotice ad={ad} isOwn={isOwn} />
      <div className={styles.columns}>
        <div className={styles.gallery}>
          <AdGallery key={ad.board_id} photos={ad.board_photos} title={ad.board_title} />
        </div>
        <div className={styles.text}>
          <h1 className={styles.title} data-large={isLarge || undefined} lang={translation.lang}>
            {title}
          </h1>
          <AdDetails ad={ad} />
          <AdAttributes attributes={ad.board_attributes} />
          <div ref={translation.ref} className={styles.description} lang={translation.lang}>
            {translation.show(ad.board_description)}
          </div>
          {translation.offer}
        </div>
        <div className={styles.side}>
          <BuyPanel ad={ad} seller={seller} draw={draw} isOwn={isOwn} isSignedIn={isSignedIn} />
          {isOwn && <OwnAdInfo ad={ad} />}
          {!isOwn && (
            <div className={styles.complain}>
              <ComplaintForm about={{ board_id: ad.board_id }} />
            </div>
          )}
        </div>
        <div className={styles.comments}>
          <CommentsBlock adId={ad.board_id} ownerId={ad.board_user_id} count={ad.comments} isSignedIn={isSignedIn} />
        </div>
      </div>
      {!isOwn && (
        <OtherAds adId={ad.board_id} sellerId={ad.board_external === 1 ? null : ad.board_user_id} viewerId={viewerId} />
      )}
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText('ad-page');
  const viewerId = useRouteLoaderData<RootData>('root')?.viewer?.user_id;
  if (!isRouteErrorResponse(error) || error.status !== 410) return <ErrorPage error={error} />;
  const { similar, category } = error.data as {
    similar: CardAd[];
    category: number | null;
  };
  return (
    <div className="wrap">
      <PageHead title={t('ad-page.gone.title')} noIndex />
      <Notice
        heading="h1"
        icon={<IconEyeOff size={40} stroke={1.5} />}
        title={t('ad-page.gone.title')}
        text={t('ad-page.gone.text')}
      >
        <Link to={listHref({ category })} className={button('primary')}>
          {t('ad-page.gone.look')}
        </Link>
      </Notice>
      {similar.length > 0 && <AdRow id="similar" title={t('ads.similar')} ads={similar} viewerId={viewerId} />}
    </div>
  );
}
