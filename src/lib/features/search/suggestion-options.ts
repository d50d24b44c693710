import { formatPill, type SearchTerm } from './query-grammar';
import { suggestTerms, type UnfinishedPart, type SuggestionSources } from './search-suggestions';
import { termLabel, operatorHelp } from './search-labels';

/** Suggestions as options of a list. */
export function suggestionOptions(
  open: UnfinishedPart,
  pills: readonly SearchTerm[],
  sources: SuggestionSources,
) {
  const suggestions = suggestTerms(open, pills, sources);
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
          label: termLabel(suggestion.term, sources.known),
          note:
            suggestion.user && isShared(suggestion.user.full_name)
              ? (suggestion.user.delivery_email ?? suggestion.user.email)
              : undefined,
        },
  );
}
