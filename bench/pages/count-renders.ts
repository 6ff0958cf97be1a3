/** The fields of React's fibers that counting needs. */
interface Fiber {
  readonly tag: number;
  readonly flags: number;
  readonly type: unknown;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly alternate: Fiber | null;
}

export interface Renders {
  commits: number;
  /** Number of renders of each component, by its name. */
  components: Record<string, number>;
}

declare global {
  interface Window {
    renders: { reset(): void; read(): Renders };
  }
}

/** Tags of the components that React calls to render: function, class, forwardRef, and memo of a plain function. */
const COMPONENTS = [0, 1, 11, 15];
const PERFORMED_WORK = 1;

let counted: Renders = { commits: 0, components: {} };

function nameOf(type: unknown): string {
  if (typeof type === 'function') return 'displayName' in type ? String(type.displayName) : type.name;
  if (typeof type !== 'object' || type === null) return '';
  if ('displayName' in type && typeof type.displayName === 'string') return type.displayName;
  if ('render' in type) return nameOf(type.render);
  return 'type' in type ? nameOf(type.type) : '';
}

/** Counts what React's developer tools treat as rendered: new fibers, and fibers with work performed in this commit. */
function count(fiber: Fiber, before: Fiber | null): void {
  if (COMPONENTS.includes(fiber.tag) && (before === null || fiber.flags & PERFORMED_WORK)) {
    const name = nameOf(fiber.type) || '?';
    counted.components[name] = (counted.components[name] ?? 0) + 1;
  }
  // If the children are the same, React did not visit them.
  if (before?.child === fiber.child) return;
  for (let child = fiber.child; child; child = child.sibling) count(child, child.alternate);
}

window.renders = {
  reset() {
    counted = { commits: 0, components: {} };
  },
  read: () => counted,
};

Object.assign(window, {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    checkDCE() {},
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
    onCommitFiberRoot(_renderer: number, { current }: { current: Fiber }) {
      counted.commits++;
      count(current, current.alternate);
    },
  },
});
