import { IconMail, IconMailCheck, IconMailOff, IconMapQuestion } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link, useRouteLoaderData, useSearchParams } from 'react-router';
import { searchesApi } from '#contract/market/searches';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import type { RootData } from '../../platform/root-data.ts';
import { button } from '../../ui/button.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { toast } from '../../ui/toast/toast.ts';

export const handle = { texts: ['searches'] } satisfies PageHandle;

/** The first letter of a token names the kind of emails; only the server can verify the token. */
const KINDS = { s: 'saved_search', f: 'favorites', n: 'new_ad', d: 'digest' } as const;
type Kind = (typeof KINDS)[keyof typeof KINDS];

function kindOf(token: string): Kind | undefined {
  const [prefix = ''] = token.split('.', 1);
  return prefix in KINDS ? KINDS[prefix as keyof typeof KINDS] : undefined;
}

type State =
  | { step: 'asking' }
  | { step: 'stopped'; kind: Kind; name: string }
  | { step: 'again' }
  | { step: 'broken' };

/** After signing in to undo the opt-out, the user continues where they were. */
function firstState(kind: Kind | undefined, isBack: boolean): State {
  if (kind === undefined) return { step: 'broken' };
  return isBack ? { step: 'stopped', kind, name: '' } : { step: 'asking' };
}

const ART_ICON = { size: 40, stroke: 1.5 };

/** Target of the unsubscribe link in emails. Opening it changes nothing, because link scanners open it, too. */
export default function UnsubscribePage() {
  const t = useText('searches');
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const kind = kindOf(token);
  const isSignedIn = Boolean(useRouteLoaderData<RootData>('root')?.viewer);
  const [state, setState] = useState<State>(() => firstState(kind, isSignedIn && query.has('back')));
  const [isSending, setIsSending] = useState(false);

  async function send(step: 'stopped' | 'again'): Promise<void> {
    if (isSending) return toast.info(t('frame.wait'));
    setIsSending(true);
    try {
      const answer = await call(step === 'stopped' ? searchesApi.unsubscribe : searchesApi.resubscribe, {
        query: { token },
      });
      setState({ step, ...answer });
    } catch (error) {
      const isRefused = isApiError(error) && error.status === 404;
      if (isRefused) setState({ step: 'broken' });
      else toast.error((isApiError(error) && error.message) || t('frame.error.network'));
    } finally {
      setIsSending(false);
    }
  }

  const page = (notice: ReactNode) => (
    <div className="wrap">
      <PageHead title={`${t('searches.unsubscribe.title')} · ${t('frame.name')}`} noIndex />
      {notice}
    </div>
  );

  switch (state.step) {
    case 'asking':
      return page(
        <Notice
          heading="h1"
          icon={<IconMail {...ART_ICON} />}
          title={t(`searches.unsubscribe.question.${kind ?? 'saved_search'}`)}
          text={t('searches.unsubscribe.keeps')}
        >
          <button
            type="button"
            className={button('primary')}
            aria-busy={isSending}
            onClick={() => void send('stopped')}
          >
            {t('searches.unsubscribe.confirm')}
          </button>
          <Link to="/" className={button('plain')}>
            {t('frame.toHome')}
          </Link>
        </Notice>,
      );
    case 'stopped':
      return page(
        <Notice
          heading="h1"
          icon={<IconMailOff {...ART_ICON} />}
          title={t('searches.unsubscribe.done')}
          text={
            state.name === '' && state.kind !== 'favorites' && state.kind !== 'digest'
              ? t('searches.unsubscribe.done.unnamed')
              : t(`searches.unsubscribe.done.${state.kind}`, { name: state.name })
          }
        >
          {isSignedIn ? (
            <button type="button" className={button('plain')} aria-busy={isSending} onClick={() => void send('again')}>
              {t('searches.unsubscribe.undo')}
            </button>
          ) : (
            <Link
              to={`/auth?next=${encodeURIComponent(`/unsubscribe?token=${token}&back=1`)}`}
              className={button('plain')}
            >
              {t('searches.unsubscribe.signIn')}
            </Link>
          )}
          <Link to="/" className={button('light')}>
            {t('frame.toHome')}
          </Link>
        </Notice>,
      );
    case 'again':
      return page(
        <Notice heading="h1" icon={<IconMailCheck {...ART_ICON} />} title={t('searches.unsubscribe.undone')}>
          <Link to="/" className={button('light')}>
            {t('frame.toHome')}
          </Link>
        </Notice>,
      );
    case 'broken':
      return page(
        <Notice
          heading="h1"
          tone="gold"
          icon={<IconMapQuestion {...ART_ICON} />}
          title={t('searches.unsubscribe.broken.title')}
          text={t('searches.unsubscribe.broken.text')}
        >
          <Link to="/" className={button('light')}>
            {t('frame.toHome')}
          </Link>
        </Notice>,
      );
  }
}
