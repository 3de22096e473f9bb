import { useCircleNews } from './use-circle.ts';

interface CircleNewsProps {
  viewerId: number;
  /** Only what concerns this person; null hears of everybody. */
  personId: number | null;
  onNews: () => void;
}

/** Hears of changes in the viewer's circle, for pages that load this only when somebody is signed in. */
export function CircleNews({ viewerId, personId, onNews }: CircleNewsProps) {
  useCircleNews(viewerId, onNews, personId);
  return null;
}
