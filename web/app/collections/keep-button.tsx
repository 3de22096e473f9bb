import type { KeptKind } from '@app/contract/collections';

export interface KeepButtonProps {
  kind: KeptKind;
  id: number;
  /** Whether the viewer keeps it by now; undefined for guests, who are led to sign in. */
  kept: boolean | undefined;
  /** What it is called, for screen readers and messages. */
  title?: string;
  onKept?: (isKept: boolean) => void;
  /** The words beside the icon, as a row of a menu. */
  isRow?: boolean;
}

/** The bookmark of an ad, a publication or a track. */
export function KeepButton(_props: KeepButtonProps) {
  return null;
}
