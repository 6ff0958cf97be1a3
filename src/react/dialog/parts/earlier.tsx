import { useContext, type ReactNode } from 'react';
import { useLater } from '../../lazy/later.js';
import { laterCard } from '../../lazy/later-card.js';
import { EarlierContext } from '../context.js';

/** The notice about restored drafts, and the offer of earlier answers. */
export function Earlier(): ReactNode {
  const { restored, carried } = useContext(EarlierContext);
  const later = useLater(laterCard, (restored ?? carried) !== undefined);
  return (
    later && (
      <>
        {restored && <later.RestoredLine restored={restored} />}
        {carried && <later.CarriedLine carried={carried} />}
      </>
    )
  );
}
