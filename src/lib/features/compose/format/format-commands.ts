import Bold from '@lucide/svelte/icons/bold';
import ChartBar from '@lucide/svelte/icons/chart-bar-decreasing';
import Clock from '@lucide/svelte/icons/clock';
import Code from '@lucide/svelte/icons/code';
import EyeOff from '@lucide/svelte/icons/eye-off';
import Italic from '@lucide/svelte/icons/italic';
import Link from '@lucide/svelte/icons/link';
import List from '@lucide/svelte/icons/list';
import ListOrdered from '@lucide/svelte/icons/list-ordered';
import ListTodo from '@lucide/svelte/icons/list-todo';
import Quote from '@lucide/svelte/icons/text-quote';
import Sigma from '@lucide/svelte/icons/sigma';
import SquareCode from '@lucide/svelte/icons/square-code';
import Strikethrough from '@lucide/svelte/icons/strikethrough';
import Table from '@lucide/svelte/icons/table';
import { m } from '$lib/paraglide/messages';
import type { IconComponent } from '../../../ui/icon';
import { composeShortcuts } from '../compose-shortcuts';
import { insertTable, toggleBlock, toggleWidget } from './blocks';
import { replaceRange, type TextEdit, type TextFieldState } from './text-edit';
import { toggleCode, toggleLink, toggleMark } from './inline';
import { toggleLines } from './lines';

/** A formatting command. Button, menu, palette, shortcut and help are derived from it. */
export interface FormatCommand {
  readonly id: string;
  readonly title: string;
  readonly icon: IconComponent;
  readonly shortcut?: string;
  /** Extra words by which the palette finds it. */
  readonly keywords: string;
  readonly edit: (field: TextFieldState) => TextEdit;
}

/** In toolbar order; shortcuts are those of Zulip's web app where it has one. */
export function formatCommands(): readonly FormatCommand[] {
  return [
    {
      id: 'bold',
      title: m.format_bold(),
      icon: Bold,
      shortcut: composeShortcuts.bold,
      keywords: 'strong **',
      edit: (field) => toggleMark(field, '*', 2),
    },
    {
      id: 'italic',
      title: m.format_italic(),
      icon: Italic,
      shortcut: composeShortcuts.italic,
      keywords: 'emphasis *',
      edit: (field) => toggleMark(field, '*', 1),
    },
    {
      id: 'strike',
      title: m.format_strike(),
      icon: Strikethrough,
      shortcut: composeShortcuts.strike,
      keywords: 'delete ~~',
      edit: (field) => toggleMark(field, '~', 2),
    },
    {
      id: 'link',
      title: m.format_link(),
      icon: Link,
      shortcut: composeShortcuts.link,
      keywords: 'address url',
      edit: toggleLink,
    },
    {
      id: 'bullets',
      title: m.format_bullets(),
      icon: List,
      keywords: 'list - item',
      edit: (field) => toggleLines(field, 'bullets'),
    },
    {
      id: 'numbers',
      title: m.format_numbers(),
      icon: ListOrdered,
      keywords: 'list ordered 1.',
      edit: (field) => toggleLines(field, 'numbers'),
    },
    {
      id: 'quote',
      title: m.format_quote(),
      icon: Quote,
      keywords: 'cite >',
      edit: (field) => toggleLines(field, 'quote'),
    },
    {
      id: 'code',
      title: m.ui_code(),
      icon: Code,
      shortcut: composeShortcuts.code,
      keywords: 'monospace `',
      edit: (field) =>
        field.value.slice(field.start, field.end).includes('\n')
          ? toggleBlock(field)
          : toggleCode(field),
    },
    {
      id: 'code-block',
      title: m.format_code_block(),
      icon: SquareCode,
      shortcut: composeShortcuts.codeBlock,
      keywords: 'fence language ```',
      edit: (field) => toggleBlock(field),
    },
    {
      id: 'spoiler',
      title: m.ui_spoiler(),
      icon: EyeOff,
      keywords: 'hide fold details',
      edit: (field) => toggleBlock(field, 'spoiler'),
    },
    {
      id: 'math',
      title: m.format_math(),
      icon: Sigma,
      keywords: 'latex formula katex $$',
      edit: (field) =>
        field.value.slice(field.start, field.end).includes('\n')
          ? toggleBlock(field, 'math')
          : toggleMark(field, '$', 2),
    },
    {
      id: 'time',
      title: m.format_time(),
      icon: Clock,
      keywords: 'global date zone <time:',
      edit: ({ start, end }) => replaceRange(start, end, '<time:', [6, 6]),
    },
    {
      id: 'table',
      title: m.ui_table(),
      icon: Table,
      keywords: 'columns rows grid |',
      edit: (field) => insertTable(field, { column: m.format_table_column() }),
    },
    {
      id: 'poll',
      title: m.ui_poll(),
      icon: ChartBar,
      keywords: 'vote question /poll',
      edit: (field) => toggleWidget(field, '/poll'),
    },
    {
      id: 'todo',
      title: m.ui_todo_list(),
      icon: ListTodo,
      keywords: 'tasks checklist /todo',
      edit: (field) => toggleWidget(field, '/todo'),
    },
  ];
}
