import { useEffect, useRef, useState } from 'react';
import { redirect, useRouteLoaderData } from 'react-router';
import { referenceApi } from '#contract/reference';
import { usersApi } from '#contract/users';
import { hostContext } from '../platform/host.ts';
import { useText } from '../platform/i18n.tsx';
import type { PageHandle } from '../platform/page-handle.ts';
import { randomKey } from '../platform/random-key.ts';
import type { RootData } from '../root.tsx';
import { button } from '../ui/button.ts';
import { Crumbs } from '../ui/crumbs.tsx';
import { PageHead } from '../ui/page-head.tsx';
import type { Route } from './+types/new-ad-page.ts';
import { type AdFields, EMPTY_AD, forgetAd, isSameAd, keepAd, restoreAd } from './ad-draft.ts';
import styles from './ad-form.module.css';
import { AdForm } from './ad-form.tsx';
import { createAd } from './save-ad.ts';

export const handle = { texts: ['ad-form', 'errors', 'reference'] } satisfies PageHandle;

export async function loader({ context }: Route.LoaderArgs) {
  const { call, viewer } = context.get(hostContext);
  if (!viewer) throw redirect('/auth?next=/add');
  if (viewer.user_payed !== 1) throw redirect(`/subscribe/pay/${viewer.user_id}`);
  const [{ countries }, { country_id, city_id }] = await Promise.all([
    call(referenceApi.listCountries),
    call(usersApi.get, { params: { id: viewer.user_id } }),
  ]);
  return {
    userId: viewer.user_id,
    countries: countries.map(({ id, name }) => ({ id, name })),
    // Most people sell where they live.
    home: { country: String(country_id ?? ''), city: String(city_id ?? '') },
  };
}

/** A new ad. What is typed stays on the device until it is published. */
export default function NewAdPage({ loaderData: { userId, countries, home } }: Route.ComponentProps) {
  const t = useText('ad-form');
  const categories = useRouteLoaderData<RootData>('root')?.categories ?? [];
  const empty = { ...EMPTY_AD, ...home };
  const [draft, setDraft] = useState<AdFields | null>(null);
  const [round, setRound] = useState(0);
  /** One key for one content: a repetition after a lost answer finds the ad that was made. */
  const key = useRef<string | null>(null);
  useEffect(() => setDraft(restoreAd(localStorage, userId)), [userId]);

  function handleChange(fields: AdFields): void {
    key.current = null;
    if (isSameAd(fields, empty)) forgetAd(localStorage, userId);
    else keepAd(localStorage, userId, fields);
  }

  function startOver(): void {
    forgetAd(localStorage, userId);
    setDraft(null);
    setRound(round + 1);
  }

  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title={`${t('ad-form.new.title')} · ${t('frame.name')}`} noIndex />
      <div className={styles.crumbs}>
        <Crumbs items={[{ text: t('frame.nav.main'), to: '/' }, { text: t('ad-form.new.title') }]} />
      </div>
      <section className={styles.sheet}>
        <h1>{t('ad-form.new.title')}</h1>
        {draft && (
          <div className={styles.draft} role="status">
            {t('ad-form.draft')}
            <button type="button" className={button('quiet', 'small')} onClick={startOver}>
              {t('ad-form.draft.clear')}
            </button>
          </div>
        )}
        <AdForm
          key={draft ? 'draft' : round}
          isNew
          initial={draft ?? empty}
          categories={categories}
          countries={countries}
          onChange={handleChange}
          save={(input) => {
            key.current ??= randomKey();
            return createAd(input, key.current);
          }}
          onSaved={() => forgetAd(localStorage, userId)}
        />
      </section>
    </div>
  );
}
