import { IconCalendar, IconCategory, IconEyeOff, IconMapPin } from '@tabler/icons-react';
import { isRouteErrorResponse, Link, useRouteLoaderData } from 'react-router';
import { AD_TITLE_IN_CRUMBS, AD_TITLE_LARGE_UNDER, adsApi } from '#contract/ads';
import { usersApi } from '#contract/users';
import { isApiError } from '../platform/api-error.ts';
import { cut, formatDate } from '../platform/format.ts';
import { type Host, hostContext, orMissing } from '../platform/host.ts';
import { useText } from '../platform/i18n.tsx';
import type { PageHandle } from '../platform/page-handle.ts';
import type { RootData } from '../root.tsx';
import { button } from '../ui/button.ts';
import { Crumbs } from '../ui/crumbs.tsx';
import { ErrorPage } from '../ui/error-page.tsx';
import { ICON_STROKE } from '../ui/icon.ts';
import { Notice } from '../ui/notice.tsx';
import { PageHead } from '../ui/page-head.tsx';
import type { Route } from './+types/ad-page.ts';
import { AdCard, type CardAd } from './ad-card.tsx';
import { listHref } from './ad-filters.ts';
import { AdGallery } from './ad-gallery.tsx';
import { AdHead } from './ad-head.tsx';
import styles from './ad-page.module.css';
import { BuyPanel } from './buy-panel.tsx';
import { CommentsBlock } from './comments-block.tsx';
import { toCard } from './to-card.ts';

export const handle = { show: true, ownBar: true, lateScripts: true } satisfies PageHandle;

const SIMILAR_COUNT = 4;

interface SellerCard {
  rating: number | null;
  adsCount: number;
}

/** The seller's rating is an extra: an ad is shown without it when the person cannot be read. */
async function loadSeller(call: Host['call'], userId: number): Promise<SellerCard | null> {
  try {
    const { rating, ads_count } = await call(usersApi.get, { params: { id: userId }, query: { phone: 'masked' } });
    return { rating, adsCount: ads_count };
  } catch (error) {
    if (isApiError(error)) return null;
    throw error;
  }
}

/** An ad that is gone answers 410 with others of its kind. */
async function gonePage(call: Host['call'], category: { id: number } | null): Promise<Response> {
  const category_id = category?.id ?? null;
  const { boards } = await call(adsApi.listEnabled, { query: { size: SIMILAR_COUNT, category_id } });
  return Response.json({ similar: boards.map(toCard), category: category_id }, { status: 410 });
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const { call, viewer } = context.get(hostContext);
  try {
    const ad = await call(adsApi.get, { params: { id: params.board_id } });
    return { ad, seller: await loadSeller(call, ad.board_user_id), isOwn: viewer?.user_id === ad.board_user_id };
  } catch (error) {
    if (isApiError(error) && error.status === 410) {
      // The refusal names the category, so that the page can offer others of it.
      throw await gonePage(call, (error.body.category as { id: number } | null | undefined) ?? null);
    }
    return orMissing(Promise.reject(error));
  }
}

export default function AdPage({ loaderData }: Route.ComponentProps) {
  const { ad, seller, isOwn } = loaderData;
  const t = useText();
  const root = useRouteLoaderData<RootData>('root');
  const place = [ad.country?.name, ad.city?.name].filter(Boolean).join(', ');
  const isLarge = ad.board_title.length < AD_TITLE_LARGE_UNDER;
  const crumbs = [
    { text: t('frame.nav.main'), to: '/' },
    ...(ad.category ? [{ text: ad.category.name, to: listHref({ category: ad.category.id }) }] : []),
    { text: cut(ad.board_title, AD_TITLE_IN_CRUMBS) },
  ];
  return (
    <div className={`wrap ${styles.page}`}>
      <AdHead ad={ad} publicUrl={root?.publicUrl ?? ''} />
      <div className={styles.crumbs}>
        <Crumbs items={crumbs} />
      </div>
      <div className={styles.columns}>
        <div className={styles.gallery}>
          <AdGallery photos={ad.board_photos} title={ad.board_title} />
        </div>
        <div className={styles.text}>
          <h1 className={styles.title} data-large={isLarge || undefined}>
            {ad.board_title}
          </h1>
          <ul className={styles.facts}>
            {ad.category && (
              <li>
                <IconCategory size={18} stroke={ICON_STROKE} aria-hidden="true" />
                {ad.category.name}
              </li>
            )}
            {place && (
              <li>
                <IconMapPin size={18} stroke={ICON_STROKE} aria-hidden="true" />
                {place}
              </li>
            )}
            <li>
              <IconCalendar size={18} stroke={ICON_STROKE} aria-hidden="true" />
              <time dateTime={ad.board_date_create}>{formatDate(ad.board_date_create)}</time>
            </li>
          </ul>
          <div className={styles.description}>{ad.board_description}</div>
        </div>
        <BuyPanel ad={ad} seller={seller} isOwn={isOwn} isSignedIn={root?.viewer != null} />
        <div className={styles.comments}>
          <CommentsBlock count={ad.comments} isSignedIn={root?.viewer != null} adId={ad.board_id} />
        </div>
      </div>
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText();
  if (!isRouteErrorResponse(error) || error.status !== 410) return <ErrorPage error={error} />;
  const { similar, category } = error.data as {
    similar: CardAd[];
    category: number | null;
  };
  return (
    <div className="wrap">
      <PageHead title={t('ads.gone.title')} noIndex />
      <Notice
        heading="h1"
        icon={<IconEyeOff size={40} stroke={1.5} />}
        title={t('ads.gone.title')}
        text={t('ads.gone.text')}
      >
        <Link to={listHref({ category })} className={button('primary')}>
          {t('ads.gone.look')}
        </Link>
      </Notice>
      {similar.length > 0 && (
        <section aria-labelledby="similar">
          <h2 id="similar" className={styles.similarTitle}>
            {t('ads.similar')}
          </h2>
          <div className={styles.similar}>
            {similar.map((ad) => (
              <AdCard key={ad.board_id} ad={ad} />
            ))}
          </div>
        </section>
      )}
    </div>
  );
}
