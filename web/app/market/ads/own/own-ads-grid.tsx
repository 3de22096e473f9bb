import { type ReactNode, useId, useRef, useState } from 'react';
import { AdStatsDialog } from './ad-stats-dialog.tsx';
import type { OwnAction, OwnAd } from './own-ad.ts';
import { OwnAdCard } from './own-ad-card.tsx';
import { OwnAdMenu } from './own-ad-menu.tsx';
import styles from './own-ads-grid.module.css';

interface OwnAdsGridProps {
  ads: readonly OwnAd[];
  act: (ad: OwnAd, action: OwnAction) => Promise<void>;
  first?: ReactNode;
  isQuiet?: boolean;
  selection?: { has: (id: number) => boolean; toggle: (id: number) => void };
}

export function OwnAdsGrid({ ads, act, first, isQuiet = false, selection }: OwnAdsGridProps) {
  const menuId = useId();
  const grid = useRef<HTMLUListElement>(null);
  const anchor = useRef<HTMLElement>(null);
  const [chosen, setChosen] = useState<OwnAd | null>(null);
  const [measured, setMeasured] = useState<OwnAd | null>(null);

  function handleAct(ad: OwnAd, action: OwnAction): void {
    const at = ads.findIndex(({ board_id }) => board_id === ad.board_id);
    const neighbour = ads[at + 1] ?? ads[at - 1];
    const button = document.activeElement;
    void act(ad, action);
    // A card that leaves the list loses the focus; its neighbor receives it for keyboard users.
    requestAnimationFrame(() => {
      if (button?.isConnected) return;
      const card = neighbour && grid.current?.querySelector<HTMLElement>(`[data-ad="${neighbour.board_id}"]`);
      card?.querySelector<HTMLElement>('[popovertarget]')?.focus();
    });
  }

  /** The browser opens the menu; one that is open for another card is closed first, or the press would only close it. */
  function openMenu(ad: OwnAd, from: HTMLElement): void {
    const menu = document.getElementById(menuId);
    if (anchor.current !== from && menu?.matches(':popover-open')) menu.hidePopover();
    anchor.current = from;
    setChosen(ad);
  }

  return (
    <>
      <ul ref={grid} className={styles.grid}>
        {first && <li>{first}</li>}
        {ads.map((ad, index) => (
          <li key={ad.board_id}>
            <OwnAdCard
              ad={ad}
              isFirst={index === 0}
              isQuiet={isQuiet}
              choice={selection && { isOn: selection.has(ad.board_id), toggle: () => selection.toggle(ad.board_id) }}
              menuId={menuId}
              onMenu={openMenu}
              onAct={handleAct}
            />
          </li>
        ))}
      </ul>
      <OwnAdMenu
        id={menuId}
        ad={chosen && (ads.find(({ board_id }) => board_id === chosen.board_id) ?? chosen)}
        anchor={anchor}
        onAct={handleAct}
        onStats={setMeasured}
      />
      {measured && (
        <AdStatsDialog adId={measured.board_id} title={measured.board_title} onClose={() => setMeasured(null)} />
      )}
    </>
  );
}
