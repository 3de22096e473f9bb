import { lazy, Suspense, useEffect, useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { RootData } from '../../platform/root-data.ts';

const FeedbackForm = lazy(() => import('./feedback-form.tsx').then(({ FeedbackForm }) => ({ default: FeedbackForm })));

export function FeedbackBlock({ onSent }: { onSent?: () => void }) {
  const viewer = useRouteLoaderData<RootData>('root')?.viewer ?? null;
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  return isAlive ? (
    <Suspense>
      <FeedbackForm userId={viewer?.user_id ?? null} onSent={onSent} />
    </Suspense>
  ) : null;
}
