import type { CategoryAttribute } from '@app/contract/reference/attributes';
import { useEffect, useState } from 'react';
import { attributesApi } from '#contract/reference/attributes';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { useLanguage } from '../../../platform/i18n.tsx';

interface Asked {
  /** What ads of the category are asked for; null while nobody knows. */
  attributes: readonly CategoryAttribute[] | null;
  hasFailed: boolean;
  retry: () => void;
}

/** What the chosen category asks for. `known` comes with the page, for the category it opens with. */
export function useCategoryAttributes(category: string, known: readonly CategoryAttribute[] | null): Asked {
  const lang = useLanguage();
  const [found, setFound] = useState({ of: `${lang} ${category}`, attributes: known });
  const [failedFor, setFailedFor] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const wanted = `${lang} ${category}`;
  const isThere = category === '' || (found.of === wanted && found.attributes !== null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt asks again
  useEffect(() => {
    if (isThere) return;
    const aborter = new AbortController();
    setFailedFor(null);
    call(attributesApi.list, { query: { category: Number(category) }, signal: aborter.signal }).then(
      ({ attributes }) => setFound({ of: wanted, attributes }),
      (error: unknown) => {
        if (isApiError(error)) setFailedFor(wanted);
      },
    );
    return () => aborter.abort();
  }, [wanted, isThere, attempt]);

  return {
    attributes: category === '' ? [] : isThere ? found.attributes : null,
    hasFailed: failedFor === wanted,
    retry: () => setAttempt((n) => n + 1),
  };
}
