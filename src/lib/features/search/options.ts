import { formatPill, type Term } from './grammar';
import { suggest, type Open, type Sources } from './suggest';
import { labelOf, operatorHelp } from './words';

/** What is suggested, as a list of options. */
export function optionsFor(open: Open, pills: readonly Term[], sources: Sources) {
  return suggest(open, pills, sources).map((suggestion) =>
    suggestion.kind === 'operator'
      ? {
          ...{ value: `operator ${suggestion.operator}`, suggestion },
          label: operatorHelp[suggestion.operator].help(),
        }
      : {
          ...{ value: formatPill(suggestion.term), suggestion },
          label: labelOf(suggestion.term, sources.known),
        },
  );
}
