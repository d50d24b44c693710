import type { Context } from '../context';
import { loadEngines, needsEngines } from './engines';
import { loadNames } from './references';
import { render, type Rendered } from './render';

/** Up to this many units, without code, formulas and times, a text is rendered within a millisecond or two. */
const short = 1_000;

/** Renders what somebody wrote, with what it may refer to. A long text is rendered aside. */
export async function renderText(context: Context, content: string): Promise<Rendered> {
  const names = await loadNames(context, content);
  if (content.length <= short && !needsEngines(content)) return render(content, names);
  return context.aside(`render\n${JSON.stringify(names)}\n${content}`, async () =>
    render(content, { ...names, engines: await loadEngines(content) }),
  );
}
