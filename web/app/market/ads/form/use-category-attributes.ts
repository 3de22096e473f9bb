import type { CategoryAttribute } from '@app/contract/reference/attributes';
import { useEffect, useState } from 'react';
import { attributesApi } from '#contract/reference/attributes';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { useLanguage } from '../../../platform/i18n.tsx';

interface Asked {
  attributes: readonly CategoryAttribute[] | null;
  hasFailed: boolean;
  retry: () => void;
}

/** Loads the attributes of the chosen category. `known` are those of the initial category. */
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
