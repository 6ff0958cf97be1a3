import { useMemo, useState } from 'react';
import type { Flow } from '../flow/flow.js';
import { useLatest } from '../flow/use-latest.js';
import { createEngine, type Engine, type EngineHost, type Render } from './engine.js';
import type { FocusMemory, RootRef } from './focus-mover.js';
import { useElementIds } from './ids.js';

/**
 * Returns the engine of a request, the same until the flow changes.
 *
 * @param root - The same object in each render.
 * @param render - The same function in each render.
 */
export function useEngine(flow: Flow, root: RootRef, host: EngineHost, render: Render): Engine {
  const ids = useElementIds(flow);
  const [memory] = useState<FocusMemory>(() => ({}));
  const latest = useLatest(host);
  return useMemo(
    () => createEngine(flow, ids, root, memory, latest, render),
    [flow, ids, root, memory, latest, render],
  );
}
