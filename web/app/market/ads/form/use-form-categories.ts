import { useRouteLoaderData } from 'react-router';
import type { RootData } from '../../../platform/root-data.ts';

/** Categories to choose from; null when the frame could not load them. */
export function useFormCategories(): RootData['categories'] | null {
  const root = useRouteLoaderData<RootData>('root');
  return root === undefined || root.failed.includes('categories') ? null : root.categories;
}
