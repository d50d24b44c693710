/**
 * Collects calls made while a run is in progress into the next run. Each caller gets the outcome of
 * a run that started after its call.
 */
export function inBatches<Item = void>(
  run: (items: readonly Item[]) => Promise<void>,
): (item: Item) => Promise<void> {
  let running: Promise<unknown> | undefined;
  let next: { items: Item[]; outcome: Promise<void> } | undefined;

  const start = async (items: Item[]) => {
    await running;
    next = undefined;
    const current = run(items);
    running = current.catch(() => undefined);
    await current;
  };

  return (item) => {
    if (next) next.items.push(item);
    else {
      const items = [item];
      next = { items, outcome: start(items) };
    }
    return next.outcome;
  };
}
