import { useContext, type ReactNode } from 'react';
import { useLater } from '../../lazy/later.js';
import { laterCard } from '../../lazy/later-card.js';
import { CarriedContext } from '../context.js';

export function Carried(): ReactNode {
  const carried = useContext(CarriedContext);
  const later = useLater(laterCard, carried !== undefined);
  return carried && later && <later.CarriedLine carried={carried} />;
}
