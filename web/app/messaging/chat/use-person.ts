import type { User } from '@app/contract/people/users';
import { useEffect, useState } from 'react';
import { usersApi } from '#contract/people/users';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';

export type PersonStatus = 'loading' | 'known' | 'missing' | 'gone' | 'failed';

interface KnownPerson {
  of: number;
  person: User | null;
  status: PersonStatus;
}

export function usePerson(
  userId: number,
  rendered: User | null,
  isGone: boolean,
): { person: User | null; status: PersonStatus } {
  const [known, setKnown] = useState<KnownPerson | null>(null);
  const given: KnownPerson | null =
    rendered?.id === userId
      ? { of: userId, person: rendered, status: 'known' }
      : isGone
        ? { of: userId, person: null, status: 'gone' }
        : null;
  const isKnown = given !== null;
  useEffect(() => {
    if (isKnown) return;
    const asking = new AbortController();
    call(usersApi.get, { params: { id: userId }, query: { phone: 'masked' }, signal: asking.signal }).then(
      (person) => setKnown({ of: userId, person, status: 'known' }),
      (error: unknown) => {
        if (asking.signal.aborted) return;
        if (!isApiError(error)) throw error;
        const status = { 404: 'missing', 410: 'gone' } as const;
        setKnown({ of: userId, person: null, status: status[error.status as 404] ?? 'failed' });
      },
    );
    return () => asking.abort();
  }, [userId, isKnown]);
  return given ?? (known?.of === userId ? known : { person: null, status: 'loading' });
}
