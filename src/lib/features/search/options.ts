import { formatPill, type Term } from './grammar';
import { suggest, type Open, type Sources } from './suggest';
import { labelOf, operatorHelp } from './words';

/** What is suggested, as a list of options. */
export function optionsFor(open: Open, pills: readonly Term[], sources: Sources) {
  const suggestions = suggest(open, pills, sources);
  const names = suggestions.flatMap((one) =>
    one.kind === 'term' && one.user ? [one.user.full_name] : [],
  );
  const isShared = (name: string) => names.filter((one) => one === name).length > 1;
  return suggestions.map((suggestion) =>
    suggestion.kind === 'operator'
      ? {
          ...{ value: `operator ${suggestion.operator}`, suggestion },
          label: operatorHelp[suggestion.operator].help(),
        }
      : {
          ...{ value: formatPill(suggestion.term), suggestion },
          label: labelOf(suggestion.term, sources.known),
          note:
            suggestion.user && isShared(suggestion.user.full_name)
              ? (suggestion.user.delivery_email ?? suggestion.user.email)
              : undefined,
        },
  );
}
