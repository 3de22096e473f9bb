import { type AdPrice, usePriceText } from './use-price-text.ts';

export function Price({ className, ...price }: AdPrice & { className?: string | undefined }) {
  return <p className={className}>{usePriceText()(price)}</p>;
}
