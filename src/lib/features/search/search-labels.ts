import { m } from '$lib/paraglide/messages';
import type { NarrowOperator } from '../../api/narrow';
import { serverSentence } from '../../client/server-sentence';
import { listText } from '../../ui/list-text';
import { maxQueryLength, splitTerms, type SearchTerm } from './query-grammar';
import { findChannelId, findPeopleIds, type SearchCatalog } from './search-catalog';
import type { TermProblem } from './resolve-search';

/** How operators are suggested: as typed, with a line that explains them. */
export const operatorHelp: Readonly<
  Record<Exclude<NarrowOperator, 'search'>, { readonly typed: string; readonly help: () => string }>
> = {
  channel: { typed: 'channel', help: m.search_help_channel },
  topic: { typed: 'topic', help: m.search_help_topic },
  sender: { typed: 'from', help: m.search_help_sender },
  dm: { typed: 'dm', help: m.search_help_dm },
  'dm-including': { typed: 'dm-including', help: m.search_help_dm_including },
  has: { typed: 'has', help: m.search_help_has },
  is: { typed: 'is', help: m.search_help_is },
  in: { typed: 'in', help: m.search_help_in },
  channels: { typed: 'channels', help: m.search_help_channels },
  with: { typed: 'with', help: m.search_help_with },
  near: { typed: 'near', help: m.search_help_near },
  id: { typed: 'id', help: m.search_help_id },
};

type Labels = Readonly<
  Record<Exclude<NarrowOperator, 'search'>, (inputs: { value: string }) => string>
>;

const labels: Labels = {
  channel: m.search_label_channel,
  topic: m.search_label_topic,
  sender: m.search_label_sender,
  dm: m.search_label_dm,
  'dm-including': m.search_label_dm_including,
  has: m.search_label_has,
  is: m.search_label_is,
  in: m.search_label_in,
  channels: m.search_label_channels,
  with: m.search_label_with,
  near: m.search_label_near,
  id: m.search_label_id,
};

const negatedLabels: Labels = {
  channel: m.search_label_not_channel,
  topic: m.search_label_not_topic,
  sender: m.search_label_not_sender,
  dm: m.search_label_not_dm,
  'dm-including': m.search_label_not_dm_including,
  has: m.search_label_not_has,
  is: m.search_label_not_is,
  in: m.search_label_not_in,
  channels: m.search_label_not_channels,
  with: m.search_label_not_with,
  near: m.search_label_not_near,
  id: m.search_label_not_id,
};

const operatorValueLabels: Readonly<Record<string, () => string>> = {
  alerted: m.search_value_alerted,
  all: m.search_value_all,
  attachment: m.search_value_attachment,
  dm: m.search_value_dm,
  followed: m.search_value_followed,
  home: m.search_value_home,
  image: m.search_value_image,
  link: m.search_value_link,
  mentioned: m.search_value_mentioned,
  muted: m.search_value_muted,
  public: m.search_value_public,
  reaction: m.search_value_reaction,
  resolved: m.search_value_resolved,
  starred: m.search_value_starred,
  unread: m.search_value_unread,
  'web-public': m.search_value_web_public,
};

export const operatorValueLabel = (value: string) =>
  Object.hasOwn(operatorValueLabels, value) ? (operatorValueLabels[value]?.() ?? value) : value;

/** Readable label of a term: "Channel: design", "Not from: Grace". */
export function termLabel(one: SearchTerm, known: SearchCatalog): string {
  const { operator, operand, negated } = one;
  if (operator === 'search') {
    return negated ? m.search_label_without({ value: operand }) : operand;
  }
  return (negated ? negatedLabels : labels)[operator]({ value: shownOperand(one, known) });
}

function shownOperand({ operator, operand }: SearchTerm, known: SearchCatalog): string {
  switch (operator) {
    case 'channel': {
      const found = findChannelId(operand, known);
      return (typeof found === 'number' && known.channels.get(found)?.name) || operand;
    }
    case 'sender':
    case 'dm':
    case 'dm-including':
      return listText(
        findPeopleIds(operand, known).map(({ name, found }) => {
          if (found === known.user_id) return m.search_person_me();
          return (typeof found === 'number' && known.users.get(found)?.full_name) || name;
        }),
      );
    case 'topic':
      return operand || m.search_no_topic();
    case 'is':
    case 'has':
    case 'in':
    case 'channels':
      return operatorValueLabel(operand);
    default:
      return operand;
  }
}

/** Readable label of a search: "Channel: design, From: Grace, kites". */
export function searchLabel(terms: readonly SearchTerm[], known: SearchCatalog): string {
  const { pills, words } = splitTerms(terms);
  return listText([...pills.map((one) => termLabel(one, known)), words].filter(Boolean));
}

/** What is wrong with a term and how to fix it. */
export function termProblemText({ kind, about: name }: TermProblem): string {
  switch (kind) {
    case 'channel':
      return m.search_problem_channel({ name });
    case 'person':
      return m.search_problem_person({ name });
    case 'several':
      return m.search_problem_several({ name });
    case 'value':
      return m.search_problem_value({ name });
    case 'id':
      return m.search_problem_id({ name });
    case 'level':
      return m.search_problem_level({ name });
    case 'together':
      return m.search_problem_together();
    case 'long':
      return m.search_problem_long({ most: maxQueryLength, count: name });
    case 'refused':
      return m.search_problem_refused({ reason: serverSentence(name) });
  }
}
