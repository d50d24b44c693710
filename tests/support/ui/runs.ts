/** How many random cases a property has to hold for: `npm test -- --all` tries more. */
export function runsOf({ daily, all }: { daily: number; all: number }): number {
  return import.meta.env['INKWELL_ALL'] === '1' ? all : daily;
}
