import { IconMail, IconMailCheck, IconMailOff, IconMapQuestion } from 'virtual:icons';
import { useState } from 'react';
import { Link, useRouteLoaderData, useSearchParams } from 'react-router';
import { searchesApi } from '#contract/market/searches';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import type { RootData } from '../../platform/root-data.ts';
import { type ButtonVariant, button } from '../../ui/button.ts';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';

export const handle = { texts: ['searches'] } satisfies PageHandle;

/** The first letter of a token names the kind of emails; only the server can verify the token. */
const KINDS = { s: 'saved_search', f: 'favorites', n: 'new_ad', d: 'digest', b: 'bonuses' } as const;
type Kind = (typeof KINDS)[keyof typeof KINDS];

/** Emails about one search or one seller. */
const NEEDS_NAME: ReadonlySet<Kind> = new Set(['saved_search', 'new_ad']);

function kindOf(token: string): Kind | undefined {
  const [prefix = ''] = token.split('.', 1);
  return prefix in KINDS ? KINDS[prefix as keyof typeof KINDS] : undefined;
}

type State = { step: 'asking' | 'again' | 'broken' } | { step: 'stopped'; kind: Kind; name: string };

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

  const { isSending, submit } = useSubmit({
    fallback: t('frame.error.network'),
    onError(error) {
      const isRefused = isApiError(error) && error.status === 404;
      if (isRefused) setState({ step: 'broken' });
      return isRefused;
    },
  });

  const send = (next: 'stopped' | 'again'): Promise<void> =>
    submit(async () => {
      const endpoint = next === 'stopped' ? searchesApi.unsubscribe : searchesApi.resubscribe;
      setState({ step: next, ...(await call(endpoint, { query: { token } })) });
    });

  const { step } = state;
  const isNamed = step === 'stopped' && (state.name !== '' || !NEEDS_NAME.has(state.kind));
  const notice = {
    asking: {
      icon: <IconMail {...ART_ICON} />,
      title: t(`searches.unsubscribe.question.${kind ?? 'saved_search'}`),
      text: t('searches.unsubscribe.keeps'),
    },
    stopped: {
      icon: <IconMailOff {...ART_ICON} />,
      title: t('searches.unsubscribe.done'),
      text: isNamed
        ? t(`searches.unsubscribe.done.${state.kind}`, { name: state.name })
        : t('searches.unsubscribe.done.unnamed'),
    },
    again: { icon: <IconMailCheck {...ART_ICON} />, title: t('searches.unsubscribe.undone') },
    broken: {
      tone: 'gold' as const,
      icon: <IconMapQuestion {...ART_ICON} />,
      title: t('searches.unsubscribe.broken.title'),
      text: t('searches.unsubscribe.broken.text'),
    },
  }[step];
  const sender = (next: 'stopped' | 'again', look: ButtonVariant, text: string) => (
    <button type="button" className={button(look)} aria-busy={isSending} onClick={() => void send(next)}>
      {text}
    </button>
  );
  return (
    <div className="wrap">
      <PageHead title={`${t('searches.unsubscribe.title')} · ${t('frame.name')}`} noIndex />
      <Notice heading="h1" {...notice}>
        {step === 'asking' && sender('stopped', 'primary', t('searches.unsubscribe.confirm'))}
        {step === 'stopped' && isSignedIn && sender('again', 'plain', t('searches.unsubscribe.undo'))}
        {step === 'stopped' && !isSignedIn && (
          <Link
            to={`/auth?next=${encodeURIComponent(`/unsubscribe?token=${token}&back=1`)}`}
            className={button('plain')}
          >
            {t('searches.unsubscribe.signIn')}
          </Link>
        )}
        <Link to="/" className={button(step === 'asking' ? 'plain' : 'light')}>
          {t('frame.toHome')}
        </Link>
      </Notice>
    </div>
  );
}
